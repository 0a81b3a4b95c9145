import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { distanceFrom, ringOf } from "../../core/sequencer/ring.ts";
import { TIMING } from "../../core/sequencer/timing.ts";
import { sha256 } from "./chain.ts";
import { playTicks } from "./tick-world.ts";

/** The document's order of five nodes: B, C, A, D, E. */
const FIVE = { k1: "B", k2: "C", k3: "A", k4: "D", k5: "E" };

// docs/reference/sequencer.md, "A table of ticks": the document that asked for it calls beats sequences
describe("A1: the table of ticks", () => {
  const script = {
    names: FIVE,
    // there, the others wait for B from tick 0 on, and nobody looks for itself
    startsAt: { B: 1 },
    polls: false,
    diesAt: { B: 3.5 },
    reaches: (seq: number, name: string) => !(name === "C" && seq <= 2) && !(name === "A" && seq === 4),
  };
  /** Row by row. B's crash "shortly after tick 3" is before tick 4. */
  const TABLE = [
    { tick: 1, what: "B1" },
    { tick: 2, what: "B2" },
    { tick: 3, what: "B3" },
    { tick: 3, what: "C!" },
    { tick: 5, what: "C4" },
    { tick: 6, what: "C5" },
    { tick: 6, what: "A!" },
  ];

  it.each([
    ["as the table has it", ["B", "C", "A", "D", "E"]],
    ["the other way round where nobody wins by it", ["E", "D", "B", "C", "A"]],
  ])("is played row by row, nodes acting %s", (_, inTick) => {
    expect(playTicks(6, { ...script, inTick }).played).toEqual(TABLE);
  });

  it("fits a first step of three ticks and a step of one, and no other of twelve pairs", () => {
    const pairs = [1, 2, 3, 4].flatMap((firstStep) => [1, 2, 3].map((step) => ({ firstStep, step })));
    const fit = pairs.filter((pair) => {
      const timing = { ...TIMING, ...pair };
      return isDeepStrictEqual(playTicks(6, { ...script, timing }).played, TABLE);
    });
    expect(fit).toEqual([{ firstStep: 3, step: 1 }]);
  });
});

describe("A2: before the first beat", () => {
  const three = { k1: "B", k2: "C", k3: "A" };

  it("three nodes have delays of 0, 3 and 6 ticks", () => {
    expect(playTicks(2, { names: three }).played[0]).toEqual({ tick: 0, what: "B1" });
    expect(playTicks(4, { names: three, diesAt: { B: 0 } }).played[0]).toEqual({ tick: 3, what: "C1" });
    expect(playTicks(7, { names: three, diesAt: { B: 0, C: 0 } }).played[0]).toEqual({ tick: 6, what: "A1" });
  });
});

describe("A3: the ring", () => {
  it("has the keys in their order, once each", () => {
    const keys = ["pub_key_1", "pub_key_2", "pub_key_3"].map(sha256);
    // sha256sum of the three names
    expect(ringOf([...keys, ...keys])).toEqual([...keys].sort());
    expect(ringOf(["c", "a", "b", "a"])).toEqual(["a", "b", "c"]);
  });

  it.each([
    ["b", { b: 0, c: 1, d: 2, a: 3 }],
    ["d", { d: 0, a: 1, b: 2, c: 3 }],
    // not in the ring: between a and b, and behind all
    ["ab", { b: 1, c: 2, d: 3, a: 4 }],
    ["x", { a: 1, b: 2, c: 3, d: 4 }],
  ])("seen from a last writer %s", (writer, distances) => {
    const ring = ringOf(["a", "b", "c", "d"]);
    for (const [key, distance] of Object.entries(distances))
      expect(distanceFrom(ring, writer, key)).toBe(distance);
  });
});

it("A4: of two nodes that do not see each other and have the same distance, one wins and the other follows", () => {
  const names = { k1: "W", k2: "C", k3: "A" };
  const views = { C: ["k1", "k2"], A: ["k1", "k3"] };
  const { played, register } = playTicks(8, { names, views, diesAt: { W: 1 } });
  expect(played.slice(0, 4)).toEqual([
    { tick: 0, what: "W1" },
    { tick: 2, what: "C2" },
    { tick: 2, what: "A!" },
    { tick: 3, what: "C3" },
  ]);
  expect(register.beats.map(({ seq }) => seq)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].slice(0, register.beats.length),
  );
  expect(register.beats.slice(1).every(({ writer }) => writer === "k2")).toBe(true);
});

describe("dead neighbours", () => {
  it.each([
    [1, ["B"], 5],
    [2, ["B", "C"], 6],
    [3, ["B", "C", "A"], 7],
  ])("of %i, the next one takes over a tick later each", (_, dead, tick) => {
    const diesAt = Object.fromEntries(dead.map((name) => [name, 4]));
    const { played } = playTicks(9, { names: FIVE, diesAt });
    const after = played.find((one) => one.tick > 3);
    expect(after?.tick).toBe(tick);
  });

  it("with a step of three ticks, three ticks later", () => {
    const { played } = playTicks(12, { names: FIVE, timing: { ...TIMING, step: 3 }, diesAt: { B: 4 } });
    expect(played.find((one) => one.tick > 3)).toEqual({ tick: 7, what: "C5" });
  });
});
