import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beatText, idsOf, intervalsOf, nextBeat, type Reached, readBeatText } from "./order.ts";
import { TIMING } from "./timing.ts";

const AT = new Date("2026-01-02T03:04:05.006Z");
const REACHED: Reached = { seq: 7, incarnation: "a/1", term: 5, at: AT, empty: 3, position: 40 };
const BY = { after: 7, writer: "a", incarnation: "a/1", handsOver: false };
const later = new Date(AT.getTime() + 62);

describe("A5: the ids that a beat orders", () => {
  it.each([
    ["none", [], []],
    ["one", [4], [[4, 4]]],
    ["in a row", [1, 2, 3], [[1, 3]]],
    [
      "with what had not been committed left out",
      [1, 2, 5, 7, 8, 9],
      [
        [1, 2],
        [5, 5],
        [7, 9],
      ],
    ],
  ] as const)("are the fewest intervals: %s", (_, ids, intervals) => {
    expect(intervalsOf(ids)).toEqual(intervals);
    expect(idsOf(intervals)).toEqual(ids);
  });

  it("are the same ids, in the same order, when they are expanded", () => {
    const ascending = fc
      .uniqueArray(fc.integer({ min: 1, max: 500 }))
      .map((ids) => ids.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(ascending, (ids) => {
        expect(idsOf(intervalsOf(ids))).toEqual(ids);
      }),
    );
  });
});

describe("the next beat", () => {
  it("follows what has been replayed, and its positions those given", () => {
    const beat = nextBeat(
      { reached: REACHED, waiting: [3, 4, 9], digest: "d1", now: later },
      BY,
      "here",
      TIMING,
    );
    const { writer, incarnation, handsOver } = BY;
    expect(beat).toEqual({
      ...{ of: "here", seq: 8, writer, incarnation, term: 5, at: later, period: 1, handsOver, empty: 0 },
      ...{
        position: 43,
        ids: [
          [3, 4],
          [9, 9],
        ],
        digest: "d1",
      },
    });
  });

  it.each([
    ["another incarnation begins a stint", REACHED, { ...BY, incarnation: "a/2" }, later, { term: 8 }],
    [
      "the very first beat is a stint's",
      { ...REACHED, seq: 0, term: 0, incarnation: "" },
      BY,
      later,
      { seq: 1, term: 1 },
    ],
    ["a clock that was set back does not take the beats with it", REACHED, BY, new Date(0), { at: AT }],
    [
      "without items it is one more empty one",
      REACHED,
      BY,
      later,
      { empty: 4, position: 40, ids: [], period: 1 },
    ],
    [
      "after 32 empty ones periods get longer",
      { ...REACHED, empty: 31 },
      BY,
      later,
      { empty: 32, period: 2 },
    ],
    [
      "the last one of a stint does not",
      { ...REACHED, empty: 31 },
      { ...BY, handsOver: true },
      later,
      { period: 1 },
    ],
  ] as const)("%s", (_, reached, by, now, expected) => {
    expect(nextBeat({ reached, waiting: [], digest: "", now }, by, "here", TIMING)).toMatchObject(expected);
  });
});

describe("the text of a beat", () => {
  const beat = nextBeat(
    { reached: REACHED, waiting: [3, 4, 9], digest: "d1", now: later },
    BY,
    "here",
    TIMING,
  );

  it("is read as what was written", () => {
    expect(readBeatText(beatText(beat))).toEqual(beat);
  });

  it.each([
    "",
    "hello",
    "{}",
    "null",
    beatText(beat).replace('"seq":8', '"seq":-8'),
    beatText(beat).slice(1),
  ])("is nothing else: %s", (text) => expect(readBeatText(text)).toBeUndefined());
});
