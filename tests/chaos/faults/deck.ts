import type { Dice } from "../dice.ts";
import type { Fault } from "./fault.ts";

/** A fault whose turn it is. `salt`: of its own dice, so that what it draws does not depend on when the others do. */
export type Dealt = { readonly fault: Fault; readonly salt: number };

/** The order of a run's faults. */
export type Deck = {
  next(): Dealt;
  /** As next(), but only of what was dealt; undefined while none of it waits. */
  nextOwed(): Dealt | undefined;
  /** It could not be done just then. One that was dealt comes again, after the others that were. */
  putBack(dealt: Dealt): void;
  /** Codes that were to be dealt and are not yet done. */
  owed(): readonly string[];
  /** It was done. */
  settle(dealt: Dealt): void;
};

/** Beyond what any run draws at random. */
const DEALT_SALT = 1_000_000;

/** One fault of each of `codes` in an order of the dice, then faults at random by their weights. */
export function openDeck(dice: Dice, faults: readonly Fault[], codes: readonly string[]): Deck {
  const oneOf = (code: string) => dice.pick(faults.filter((fault) => fault.code === code));
  const dealt = shuffled(dice, codes).map((code, place) => ({
    fault: oneOf(code),
    salt: DEALT_SALT + place,
  }));
  const owed = new Set(codes);
  let drawn = 0;
  return {
    next() {
      const first = dealt.shift();
      if (first) return first;
      drawn += 1;
      return { fault: draw(dice, faults), salt: drawn };
    },
    nextOwed: () => dealt.shift(),
    putBack(one) {
      if (owed.has(one.fault.code)) dealt.push({ ...one, salt: one.salt + DEALT_SALT });
    },
    owed: () => [...owed].sort(),
    settle: ({ fault }) => void owed.delete(fault.code),
  };
}

function shuffled<Item>(dice: Dice, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, roll: dice.roll() }))
    .sort((a, b) => a.roll - b.roll)
    .map(({ item }) => item);
}

function draw(dice: Dice, faults: readonly Fault[]): Fault {
  const whole = faults.reduce((sum, { weight }) => sum + weight, 0);
  let left = dice.roll() * whole;
  for (const fault of faults) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  throw new Error("no fault was drawn");
}
