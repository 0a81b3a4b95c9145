import type { Dice } from "../dice.ts";
import type { Fault } from "./fault.ts";

/** A fault whose turn it is. `salt`: of its own dice, so that what it draws does not depend on when the others do. */
export type Dealt = { readonly fault: Fault; readonly salt: number };

/** The order of a run's faults. */
export type Deck = {
  next(): Dealt;
  /** As next(), but only of codes that are owed; undefined while none of those waits. */
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

/** One fault of each of `codes` in an order of the dice, then the other faults of these codes, then faults at random by their weights. */
export function openDeck(dice: Dice, faults: readonly Fault[], codes: readonly string[]): Deck {
  const first = shuffled(dice, codes).map((code) => dice.pick(faults.filter((fault) => fault.code === code)));
  const others = faults.filter((fault) => codes.includes(fault.code) && !first.includes(fault));
  const dealt = [...first, ...shuffled(dice, others)].map((fault, place) => ({
    fault,
    salt: DEALT_SALT + place,
  }));
  const owed = new Set(codes);
  let drawn = 0;
  return {
    next() {
      const waiting = dealt.shift();
      if (waiting) return waiting;
      drawn += 1;
      return { fault: draw(dice, faults), salt: drawn };
    },
    nextOwed() {
      const place = dealt.findIndex(({ fault }) => owed.has(fault.code));
      return place < 0 ? undefined : dealt.splice(place, 1)[0];
    },
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
