/* The replay page: a battle as a list of frames, a clock that runs through them, and the panels around it. */

import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { fillCard, fillEnd, fillKey, placeAside, placeCard } from "./cards.js";
import { firstShot, keyMoments } from "./moments.js";
import { Forces, Log, Score } from "./panels.js";
import { Player } from "./playback.js";
import { inLengths } from "./position.js";
import { buildMoments, buildTurns, drawChart } from "./strip.js";
import { callTurns, sideClass, turnName } from "./telling.js";
import { Timeline } from "./timeline.js";

function start() {
  const data = inLengths(JSON.parse(document.getElementById("battle").textContent));
  callTurns(data.words);
  const find = (selector) => document.querySelector(selector);
  const [table, caption, slider, card, splash, end] = [".table", ".caption", ".strip input", ".card", ".splash", ".end-card"].map(find);
  const timeline = new Timeline(data);
  const score = new Score(find(".score"), data, timeline);
  const log = new Log(find(".log"), data, (index) => jump(index));
  const forces = new Forces(find(".forces"), data, (id) => choose(pinned?.group === id ? null : { group: id }));
  const pointedAt = (id, event, tapped) => {
    if (tapped) choose(id === null ? null : { piece: id, group: data.pieces[id].group });
    else if (!pinned) point(id);
  };
  const board = new Board(table, data, pointedAt, () => follow(false));
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const camera = new Camera(board, data, still);
  const opening = firstShot(data.frames);
  let pinned = null;
  let reaching = true;
  let ended = false;
  let hashTimer = 0;

  const player = new Player(data.frames, {
    show(index) {
      const frame = data.frames[index];
      const position = timeline.at(index);
      score.show(index, frame, position);
      log.show(index, frame);
      forces.show(position);
      say(index, frame);
      slider.value = index;
      slider.setAttribute("aria-valuetext", `${turnName(frame.turn)}, ${frame.text}`);
      find(".count").textContent = `${index + 1} / ${data.frames.length}`;
      for (const { button, turn } of turns) button.toggleAttribute("aria-current", turn === frame.turn);
      for (const moment of moments) moment.button.toggleAttribute("aria-current", moment.index === index);
      end.hidden = true;
      ended = false;
      remember(index);
    },
    tick(index, t) {
      const before = timeline.at(Math.max(0, index - 1));
      const after = timeline.at(index);
      const fresh = board.frame !== data.frames[index];
      board.draw(before, after, data.frames[index], t);
      if (fresh) camera.follow(before, after, data.frames[index], t < 1);
      const newTurn = index > 0 && data.frames[index].turn !== data.frames[index - 1].turn;
      splash.style.opacity = newTurn && t < 1 ? Math.sin(Math.PI * t) : 0;
      if (newTurn) splash.textContent = turnName(data.frames[index].turn);
      if (!card.hidden && pinned?.piece !== undefined) showCard(pinned.piece);
      if (index === player.last && t >= 1 && !ended) {
        ended = true;
        if (data.result) choose(null);
        end.hidden = !data.result;
      }
    },
    playing(playing) {
      document.body.classList.toggle("playing", playing);
      find(".play").setAttribute("aria-label", playing ? "Pause" : "Play");
      caption.setAttribute("aria-live", playing ? "off" : "polite");
    },
  });

  function say(index, frame) {
    const end = index === data.frames.length - 1 && data.result;
    caption.className = `caption ${end ? "no-side result" : sideClass(frame.side)}`;
    caption.querySelector(".say").textContent = end ? data.result : frame.text;
    caption.querySelector(".section").textContent = end ? "" : frame.section ?? "";
  }

  function remember(index) {
    clearTimeout(hashTimer);
    hashTimer = setTimeout(() => history.replaceState(null, "", `#${index}`), 500);
  }

  function jump(index) {
    player.play(false);
    player.go(index);
  }

  /** To the next key moment, or back to the one before. */
  function moment(by) {
    const places = moments.map(({ index }) => index);
    const found = by > 0 ? places.find((index) => index > player.index) : places.findLast((index) => index < player.index);
    if (found !== undefined) jump(found);
  }

  function follow(following) {
    if (following === camera.following) return;
    const button = find('[data-do="follow"]');
    button.setAttribute("aria-pressed", following);
    if (!following) return camera.hold();
    camera.following = true;
    const before = timeline.at(Math.max(0, player.index - 1));
    camera.follow(before, timeline.at(player.index), data.frames[player.index], true);
  }

  function byHand(change) {
    follow(false);
    change();
  }

  function showReach() {
    find('[data-do="reach"]').setAttribute("aria-pressed", reaching);
    board.showReach(reaching ? pinned?.piece ?? null : null);
  }

  function point(id) {
    board.choose(id === null ? null : data.pieces[id].group);
    if (id === null) card.hidden = true;
    else showCard(id);
  }

  function choose(choice) {
    pinned = choice;
    board.choose(choice?.group ?? null);
    log.about(choice?.group ?? null);
    forces.choose(choice?.group ?? null);
    showReach();
    if (choice?.piece === undefined) card.hidden = true;
    else showCard(choice.piece);
  }

  function showCard(id) {
    fillCard(card, data, timeline.at(player.index), id);
    if (pinned && reaching && table.clientWidth > 500) placeAside(card, table, board.screenPlace(id));
    else placeCard(card, table, board.screenPlace(id));
  }

  const actions = {
    play: () => player.play(),
    back: () => player.step(-1),
    forward: () => player.step(1),
    first: () => jump(0),
    last: () => jump(player.last),
    "turn-back": () => player.turn(-1),
    "turn-forward": () => player.turn(1),
    "moment-back": () => moment(-1),
    "moment-forward": () => moment(1),
    follow: () => follow(!camera.following),
    reach: () => {
      reaching = !reaching;
      showReach();
    },
    closer: () => byHand(() => board.zoom(1.5)),
    farther: () => byHand(() => board.zoom(1 / 1.5)),
    fit: () => byHand(() => board.fit()),
    key: () => find("dialog.key").showModal(),
  };
  const keys = {
    " ": "play", k: "play", ArrowLeft: "back", ArrowRight: "forward", ArrowDown: "back", ArrowUp: "forward",
    Home: "first", End: "last", PageUp: "turn-back", PageDown: "turn-forward", n: "moment-forward", p: "moment-back", f: "follow", r: "reach", "+": "closer", "=": "closer",
    "-": "farther", 0: "fit", "?": "key",
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button?.dataset.do) actions[button.dataset.do]();
    // A mouse click must not leave the space bar tied to the button it hit.
    if (event.detail > 0) button?.blur();
  });
  document.addEventListener("keydown", (event) => {
    const action = keys[event.key];
    const busy = event.target.closest("select, dialog") || (event.key === " " && event.target.closest("button"));
    const scrolling = event.target.closest(".log, .forces") && /Arrow(Up|Down)|Page/.test(event.key);
    if (event.key === "Escape") {
      choose(null);
      end.hidden = true;
    }
    if (!action || busy || scrolling || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    actions[action]();
  });
  slider.max = player.last;
  slider.addEventListener("input", () => jump(Number(slider.value)));
  find(".speed select").addEventListener("change", (event) => (player.speed = Number(event.target.value)));
  wireTabs(() => log.follow());
  // The address may have been rewritten since; what somebody asked for is in the event.
  addEventListener("hashchange", (event) => jump(frameIn(new URL(event.newURL).hash, opening)));
  addEventListener("resize", () => log.follow());
  drawChart(find(".chart"), data, timeline);
  fillKey(find("dialog.key"), data);
  fillEnd(end, data, timeline, jump);
  const turns = buildTurns(find(".turns"), data.frames, jump);
  const moments = buildMoments(find(".moments"), keyMoments(data, timeline), player.last, jump);
  player.go(frameIn(location.hash, opening));
}

/** The frame that the address names; where it names none, the battle is opened where it begins to matter. */
function frameIn(hash, opening) {
  const named = Number.parseInt(hash.slice(1), 10);
  return Number.isNaN(named) ? opening : named;
}

function wireTabs(shown) {
  const tabs = [...document.querySelectorAll('[role="tab"]')];
  const select = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    shown();
  };
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => select(tab));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.stopPropagation();
      const other = tabs[(at + 1) % tabs.length];
      select(other);
      other.focus();
    });
  });
}

start();
