/* How a question is answered on the table: one pair of hands for each kind of gesture.

   Each is given the desk (board, panel, ways to try and to give a sketch) and the question, and returns what hears taps
   and drags. No game is known here: what may be tapped, where something may go and what it is called comes with the
   question. Lengths are the board's; a sketch is sent in what the table is measured in. */

import { Arrows } from "./arrows.js";
import { Attack } from "./attacking.js";
import { Body } from "./bodies.js";
import { Command } from "./commanding.js";
import { Go, Turn } from "./going.js";
import { LayOut, PutDown } from "./placing.js";
import { Shares } from "./sharing.js";
import { Tap, TapSeveral } from "./tapping.js";
import { Paper, Stacks } from "./writing.js";

/** The hands for a question. */
export function handsFor(desk, asked) {
  const Kind = KINDS[asked.gesture] ?? Tap;
  return new Kind(desk, asked);
}

const KINDS = {
  tap: Tap, "tap several": TapSeveral, go: Go, body: Body, "put down": PutDown, "lay out": LayOut, attack: Attack, stacks: Stacks,
  arrows: Arrows, paper: Paper, turn: Turn, shares: Shares, command: Command,
};
