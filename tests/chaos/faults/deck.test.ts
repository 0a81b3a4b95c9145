import { describe, expect, it } from "vitest";
import { openDice } from "../dice.ts";
import { openDeck } from "./deck.ts";
import type { Fault } from "./fault.ts";

const fault = (code: string, name = code): Fault => ({
  name,
  code,
  group: "kill",
  weight: 1,
  inject: async () => "",
});
const FAULTS = [fault("A"), fault("B", "b1"), fault("B", "b2"), fault("C"), fault("D")];
const CODES = ["A", "B", "C"];
const take = (seed: number, count: number) => {
  const deck = openDeck(openDice(seed), FAULTS, CODES);
  return Array.from({ length: count }, () => deck.next().fault.name);
};

describe("openDeck", () => {
  it("deals each code once before it draws", () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const first = take(seed, 3).map((name) => name[0]?.toUpperCase());
      expect(first.sort()).toEqual(CODES);
    }
  });

  it("then deals the other kinds of these codes", () => {
    for (let seed = 1; seed <= 50; seed += 1) expect(take(seed, 4).sort()).toEqual(["A", "C", "b1", "b2"]);
  });

  it("gives back, when only what is owed counts, nothing else", () => {
    const deck = openDeck(openDice(3), FAULTS, CODES);
    for (const one of [deck.next(), deck.next()]) deck.settle(one);
    const last = deck.nextOwed();
    expect(deck.nextOwed()?.fault.code ?? last?.fault.code).toBe(last?.fault.code);
    if (last) deck.settle(last);
    expect([deck.owed(), deck.nextOwed()]).toEqual([[], undefined]);
  });

  it("gives the same for the same seed, and other orders for others", () => {
    expect(take(7, 40)).toEqual(take(7, 40));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => take(seed, 3).join())).size).toBeGreaterThan(5);
  });

  it("deals again what could not be done, until it is", () => {
    const deck = openDeck(openDice(3), FAULTS, CODES);
    const first = deck.next();
    deck.putBack(first);
    const rest = [deck.next(), deck.next()];
    for (const one of rest) deck.settle(one);
    expect(deck.owed()).toEqual([first.fault.code]);
    deck.next();
    const again = deck.next();
    expect(again.fault).toBe(first.fault);
    expect(again.salt).not.toBe(first.salt);
    deck.settle(again);
    expect(deck.owed()).toEqual([]);
  });

  it("leaves what was drawn at random alone when it could not be done", () => {
    const deck = openDeck(openDice(3), FAULTS, []);
    const drawn = deck.next();
    deck.putBack(drawn);
    expect(deck.next().salt).toBe(2);
  });
});
