/* What stands beside the table in a replay: the log, the forces and the score. */

import { arithmetic, capital, icon, isLost, kindOf, make, named, sideClass, stateOf, turnName } from "./telling.js";

/** The log: every frame a line, grouped by turn, with the arithmetic under the current one. */
export class Log {
  constructor(host, data, jump) {
    this.host = host;
    this.lines = [];
    this.handsOff = 0;
    let list = null;
    let turn;
    data.frames.forEach((frame, index) => {
      if (frame.turn !== turn) {
        turn = frame.turn;
        list = this.startTurn(turn);
      }
      list.append(this.line(frame, index));
    });
    this.detail = make("ul", "detail");
    host.addEventListener("click", (event) => {
      const button = event.target.closest("button.line");
      if (!button) return;
      this.handsOff = 0;
      jump(Number(button.dataset.frame));
    });
    for (const kind of ["wheel", "touchmove", "pointerdown"]) {
      host.addEventListener(kind, () => (this.handsOff = performance.now() + 4000), { passive: true });
    }
  }

  startTurn(turn) {
    const group = make("section");
    group.append(make("h2", "", turnName(turn)));
    this.host.append(group);
    return group.appendChild(make("ol"));
  }

  line(frame, index) {
    const item = make("li");
    const button = make("button", `line ${sideClass(frame.side)} kind-${kindOf(frame)}`);
    button.type = "button";
    button.dataset.frame = index;
    button.append(icon(kindOf(frame)), make("span", "say", frame.text), make("span", "section", frame.section ?? ""));
    item.append(button);
    this.lines.push({ item, button, group: frame.group ?? null });
    return item;
  }

  show(index, frame) {
    const line = this.lines[index];
    this.current?.button.removeAttribute("aria-current");
    line.button.setAttribute("aria-current", "true");
    this.current = line;
    this.detail.replaceChildren(...(frame.detail ?? []).map(arithmetic));
    if (this.detail.childElementCount) line.item.append(this.detail);
    else this.detail.remove();
    if (performance.now() > this.handsOff) this.follow();
  }

  follow() {
    if (!this.current || this.host.hidden) return;
    const { item } = this.current;
    const heading = item.closest("section").querySelector("h2").offsetHeight;
    const above = Math.max(heading + 8, this.host.clientHeight * 0.4 - item.offsetHeight / 2);
    // The first line under the heading is a whole one: half a sentence reads like a fault.
    let first = item;
    for (let next = item; next && item.offsetTop - next.offsetTop + heading <= above; next = next.previousElementSibling) {
      first = next;
    }
    this.host.scrollTop = first.offsetTop - heading;
  }

  about(group) {
    for (const line of this.lines) {
      line.item.classList.toggle("about", group !== null && line.group === group);
    }
  }
}

/** Both sides' groups with what is left of them. */
export class Forces {
  constructor(host, data, choose) {
    this.data = data;
    this.rows = [];
    data.sides.forEach((side, at) => {
      const group = make("section", `side${at}`);
      group.append(make("h2", "", named(side)));
      const list = group.appendChild(make("ul"));
      data.groups.forEach((group, id) => {
        if (group.side === at) list.append(this.row(group, id, choose));
      });
      host.append(group);
    });
  }

  row(group, id, choose) {
    const item = make("li");
    const button = item.appendChild(make("button", `group side${group.side}`));
    button.type = "button";
    const state = make("span", "state");
    const badge = make("span", "counted");
    const left = make("span", "left");
    const bar = make("span", "bar");
    const fill = bar.appendChild(make("i"));
    button.append(make("span", "name", group.name), state, badge, left, bar);
    button.addEventListener("click", () => choose(id));
    this.rows[id] = { button, state, badge, left, fill };
    return item;
  }

  show(position) {
    this.rows.forEach((row, id) => {
      const { left, size } = position.strength(this.data, id);
      row.state.textContent = stateOf(this.data, position, id);
      const [badges, words] = [position.badges[id], this.data.words];
      row.badge.textContent = badges ? `${badges} ${(badges === 1 && words.badge_one) || words.badge_short}` : "";
      row.left.textContent = `${left}/${size}`;
      row.fill.style.width = `${(100 * left) / Math.max(1, size)}%`;
      row.button.classList.toggle("shaken", position.states[id] > 0);
      row.button.classList.toggle("gone", position.gone[id] === 1 || left === 0);
    });
  }

  choose(group) {
    this.rows.forEach((row, id) => row.button.setAttribute("aria-pressed", id === group));
  }
}

/** Pieces left, groups in each state and lost, zones held; turn and phase. */
export class Score {
  constructor(header, data, timeline) {
    this.data = data;
    this.timeline = timeline;
    header.querySelector("h1").textContent = data.title;
    header.querySelector(".source").textContent = [data.game, `seed ${data.seed}`, data.note].filter(Boolean).join(" · ");
    this.turn = header.querySelector(".turn");
    this.phase = header.querySelector(".phase");
    this.points = header.querySelector(".points");
    this.sides = data.sides.map((side, at) => this.build(header.querySelector(`.side${at}`), side, at));
  }

  build(host, side, at) {
    host.setAttribute("aria-label", named(side));
    host.querySelector("b").textContent = named(side);
    host.querySelector("small").textContent = side.notes.join(" · ");
    const list = host.querySelector("dl");
    const figure = (word) => {
      const entry = list.appendChild(make("div"));
      entry.append(make("dt", "", word));
      return entry.appendChild(make("dd"));
    };
    const total = this.data.pieces.filter((piece) => piece.side === at).length;
    return {
      total,
      fill: host.querySelector(".bar i"),
      pieces: figure(this.data.words.pieces),
      states: this.data.words.states.slice(1).map(figure),
      lost: figure("lost"),
      zones: this.data.zones.length ? figure("held") : null,
    };
  }

  /** What both have of each thing that counts, next to each other. */
  showPoints(score) {
    const words = [...new Set(score.map(([, , words]) => words))];
    const told = words.map((words) => [0, 1].map((side) => score.find(([one, , label]) => one === side && label === words)?.[1] ?? 0));
    this.points.replaceChildren(...words.map((word, at) => {
      const figure = make("span", at ? "" : "first");
      const [red, blue] = told[at];
      figure.append(make("b", "side0", String(red)), " : ", make("b", "side1", String(blue)), ` ${word}`);
      return figure;
    }));
  }

  show(index, frame, position) {
    this.turn.textContent = turnName(frame.turn);
    // What stands there before the first turn says it all; a space keeps the line as high as it will be.
    this.phase.textContent = frame.turn > 0 && frame.phase ? capital(frame.phase) : "\u00a0";
    this.showPoints(position.score);
    this.sides.forEach((side, at) => {
      const left = this.timeline.left[at][index];
      const own = [...this.data.groups.keys()].filter((id) => this.data.groups[id].side === at);
      side.pieces.replaceChildren(String(left), make("small", "", `/${side.total}`));
      side.fill.style.width = `${(100 * left) / Math.max(1, side.total)}%`;
      side.states.forEach((figure, state) => {
        figure.textContent = own.filter((id) => position.states[id] === state + 1 && !position.gone[id]).length;
      });
      side.lost.textContent = own.filter((id) => isLost(this.data, position, id)).length;
      if (side.zones) side.zones.textContent = position.owners.filter((owner) => owner === at).length;
    });
  }
}
