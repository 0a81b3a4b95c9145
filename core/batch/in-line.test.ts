import { describe, expect, it } from "vitest";
import { PIECES_MOST } from "../contracts/sentence.ts";
import type { Cause } from "../lane/why-facts.ts";
import { tell, textOf } from "../sentence.ts";
import { clock, since } from "../time-words.ts";
import { type InLine, type Stops, whereInLine } from "./in-line.ts";

const AT = new Date("2026-01-31T14:32:05Z");
const UNTIL = new Date("2026-02-01T09:00:00Z");
const olga = { at: AT, by: "Olga Operator", reason: "disks are moved", until: null };
const BEFORE = "Waiting in line: 1 deposit before yours in this lane";
const why = (cause: Cause, sentence: string) => ({ why: { cause, pieces: tell`${sentence}` } });

const line = (given: Partial<InLine> = {}): InLine => ({
  batches: 1,
  objects: 0,
  bytes: 0,
  isMore: false,
  why: null,
  isFirst: false,
  ...given,
});
const first = (given: Partial<InLine> = {}) => line({ batches: 0, isFirst: true, ...given });

const CASES: readonly (readonly [string, InLine, Partial<Stops>, string])[] = [
  ["nothing before it", first(), {}, "First in line: it starts in a moment."],
  ["one deposit", line(), {}, `${BEFORE}.`],
  [
    "many deposits, of which nothing is known",
    line({ batches: 1_204, isMore: true }),
    {},
    "Waiting in line: 1,204 deposits before yours in this lane.",
  ],
  [
    "one large deposit",
    line({ objects: 100_000, bytes: 61_234_000_000 }),
    {},
    `${BEFORE}, with 100,000 objects and 61.2 GB to go.`,
  ],
  ["one of one object without a size", line({ objects: 1 }), {}, `${BEFORE}, with 1 object to go.`],
  [
    "a manifest behind them that is not read yet",
    line({ batches: 2, objects: 1_204, bytes: 999, isMore: true }),
    {},
    "Waiting in line: 2 deposits before yours in this lane, with at least 1,204 objects and 999 B to go.",
  ],
  [
    "the batch before it is held",
    line(why("batch_held", "The first batch is held by Ann since 14:31:05 UTC: a box is missing.")),
    {},
    `${BEFORE}. The first batch is held by Ann since 14:31:05 UTC: a box is missing.`,
  ],
  [
    "the first is another collection's",
    line(why("others", "The first batch belongs to another collection; yours follow in turn.")),
    {},
    `${BEFORE}. The first batch belongs to another collection; yours follow in turn.`,
  ],
  ["the first goes in the ordinary way", line(why("next", "The first batch goes next.")), {}, `${BEFORE}.`],
  [
    "its collection is held, and the batch before it too",
    line(why("jobs", "The jobs of the first batch are running: 1 of 2 has ended.")),
    { collectionHold: olga },
    `${BEFORE}. Its collection is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved. The jobs of the first batch are running: 1 of 2 has ended.`,
  ],
  [
    "its collection is held until a time",
    first(),
    { collectionHold: { ...olga, until: UNTIL } },
    "First in line. Its collection is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved. It goes on at 2026-02-01 09:00 UTC.",
  ],
  [
    "its collection and the intake are held: the collection's hold would stay",
    first(),
    { collectionHold: olga, intakeHold: { ...olga, by: "Ann" } },
    "First in line. Its collection is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
  ],
  [
    "the intake is held, which the lane says too",
    line(why("intake_held", "The whole intake is held by Olga Operator.")),
    { intakeHold: olga },
    `${BEFORE}. All new work is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.`,
  ],
  [
    "the lane is held",
    first(
      why("held", "Held by Olga since 14:31:00 UTC: disks are moved. Nothing is sent until it is released."),
    ),
    {},
    "First in line. Held by Olga since 14:31:00 UTC: disks are moved. Nothing is sent until it is released.",
  ],
  [
    "no worker runs",
    first(why("no_worker", "No worker is running, so nothing moves. An operator must start one.")),
    {},
    "First in line. No worker is running, so nothing moves. An operator must start one.",
  ],
  [
    "working storage is too full to begin it",
    first(why("delayed", "The first batch is delayed until 14:32:20 UTC.")),
    { delay: { reason: "Working storage is too full to begin another batch.", until: UNTIL } },
    "First in line. Working storage is too full to begin another batch. Waybill looks again at 2026-02-01 09:00 UTC.",
  ],
];

describe("where a batch is that waits for its turn", () => {
  const none = { collectionHold: null, intakeHold: null, delay: null, waitReason: null };

  it.each(CASES)("%s", (_, standing, stops, sentence) => {
    expect(textOf(whereInLine(standing, { ...none, ...stops }))).toBe(sentence);
  });

  it("has few pieces when a hold and the lane tell two times each, whatever was typed", () => {
    const typed = "09:00 UTC ".repeat(50);
    const lane = tell`Held ${since(AT, AT)}: ${typed} It ends at ${clock(UNTIL, AT)}.`;
    const told = whereInLine(line({ why: { cause: "held", pieces: lane } }), {
      ...none,
      collectionHold: { ...olga, reason: typed, until: UNTIL },
    });
    expect(told).toHaveLength(9);
    expect(told.length).toBeLessThan(PIECES_MOST);
  });

  it.each([
    ["the first batch, which is another one", "jobs", { batches: 1 }, null, true],
    ["the first batch, while the intake is held", "jobs", { batches: 1 }, olga, true],
    ["this batch, which stands first", "jobs", { batches: 1, isFirst: true }, null, false],
    ["the first batch, with none before this one", "jobs", { batches: 0 }, null, false],
    ["the whole lane", "halted", { batches: 0 }, null, true],
    ["the whole lane, while the intake is held", "halted", { batches: 0 }, olga, false],
  ] as const)("what stops %s: told or not", (_, cause, given, intakeHold, told) => {
    const stops = { collectionHold: null, intakeHold, delay: null, waitReason: null };
    expect(textOf(whereInLine(line({ ...why(cause, "WHY"), ...given }), stops)).includes("WHY")).toBe(told);
  });
});
