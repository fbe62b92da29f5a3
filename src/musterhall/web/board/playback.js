/* A clock that runs through the moments of a battle. */

import { shotsOf } from "./position.js";
import { clamp } from "./shapes.js";

const DURATIONS = { move: 1100, fire: 1400, blast: 1700, fight: 1500, withdraw: 1100, "set-up": 900, result: 2400 };
const USUAL_DURATION = 800;
const LINGER = 0.3;

/** Which frame is shown and how far into it; everything on the page follows `show` and `settle`. */
export class Player {
  constructor(frames, listeners) {
    this.frames = frames;
    this.listeners = listeners;
    this.index = 0;
    this.t = 1;
    this.speed = 1;
    this.playing = false;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
  }

  get last() {
    return this.frames.length - 1;
  }

  go(index, { animate = false } = {}) {
    this.index = clamp(Math.round(index), 0, this.last);
    this.t = animate ? 0 : 1;
    this.listeners.show(this.index);
    this.listeners.tick(this.index, this.t);
    if (animate) this.run();
  }

  play(playing = !this.playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    this.listeners.playing(playing);
    if (playing && this.index === this.last) this.go(0);
    if (playing) this.run();
  }

  step(by) {
    this.play(false);
    const settled = this.t >= 1;
    this.go(this.index + by, { animate: by > 0 && settled && this.index < this.last && !this.still.matches });
  }

  turn(by) {
    const turn = this.frames[this.index].turn;
    const start = this.frames.findIndex((frame) => frame.turn === turn);
    if (by < 0 && this.index > start + 1) return this.go(start);
    const other = by < 0 ? this.frames[Math.max(0, start - 1)].turn : turn + 1;
    const found = this.frames.findIndex((frame) => (by < 0 ? frame.turn === other : frame.turn >= other));
    this.go(found < 0 ? this.last : found);
  }

  run() {
    if (this.running) return;
    this.running = true;
    let then = performance.now();
    const loop = (now) => {
      const passed = Math.min(100, now - then);
      then = now;
      this.running = this.advance((passed * this.speed) / this.duration());
      if (this.running) requestAnimationFrame(loop);
    };
    requestAnimationFrame(loop);
  }

  advance(share) {
    this.t += share;
    const shown = this.still.matches ? 1 : Math.min(1, this.t);
    this.listeners.tick(this.index, shown);
    if (this.t < (this.playing ? 1 + LINGER : 1)) return true;
    if (!this.playing) return false;
    if (this.index === this.last) {
      this.play(false);
      return false;
    }
    this.index += 1;
    this.t = 0;
    this.listeners.show(this.index);
    this.listeners.tick(this.index, this.still.matches ? 1 : 0);
    return true;
  }

  duration() {
    const frame = this.frames[this.index];
    const shots = Math.min(12, shotsOf(frame).length) * 70;
    return (DURATIONS[frame.kind] ?? USUAL_DURATION) + shots;
  }
}
