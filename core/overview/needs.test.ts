import { describe, expect, it } from "vitest";
import { NEED_KINDS, type NeedKind, needsOf, type WaitingFacts } from "./needs.ts";

const NOTHING: WaitingFacts = {
  callbacks_failed: null,
  mails_failed: null,
  held_intake: null,
  held_collections: null,
  held_lanes: null,
  held_batches: null,
  held_jobs: null,
  check_findings: null,
  checkId: null,
};
const since = new Date("2026-01-31T14:00:00Z");
const saidOf = (kind: NeedKind, count: number) =>
  needsOf({ items: [] }, { ...NOTHING, checkId: "run-1", [kind]: { count, since } })[0]?.message;

const SAID: readonly (readonly [NeedKind, number, string])[] = [
  ["callbacks_failed", 1, "1 callback could not be delivered, and Waybill has given up."],
  ["callbacks_failed", 1_000, "1,000 callbacks could not be delivered, and Waybill has given up."],
  ["mails_failed", 2, "2 mails of the last 7 days could not be delivered, and Waybill has given up."],
  ["held_intake", 1, "The whole intake has been held for more than a day."],
  ["held_collections", 1, "1 collection has been held for more than a day."],
  ["held_lanes", 3, "3 lanes have been held for more than a day."],
  ["held_batches", 1_001, "More than 1,000 batches have been held for more than a day."],
  ["held_jobs", 1, "1 job has been held for more than a day."],
  ["check_findings", 1, "The latest check has 1 finding that is not repaired."],
  ["check_findings", 1_001, "The latest check has more than 1,000 findings that are not repaired."],
];

describe("what needs a person", () => {
  it.each(SAID)("%s: %i", (kind, count, sentence) => expect(saidOf(kind, count)).toBe(sentence));

  it("has a sentence for every kind", () => {
    expect(new Set(SAID.map(([kind]) => kind))).toEqual(new Set(NEED_KINDS));
  });

  it("is nothing when nothing waits", () => {
    expect(needsOf({ items: [] }, NOTHING)).toEqual([]);
    expect(needsOf({ items: [] }, { ...NOTHING, held_jobs: { count: 0, since } })).toEqual([]);
  });

  it("has alarms first, as they come, then the rest with the oldest first", () => {
    const alarm = { subject: "worker-1", message: "Away.", since: since.toISOString(), seenAt: "" };
    const needs = needsOf(
      {
        items: [
          { ...alarm, kind: "disk_full" },
          { ...alarm, kind: "ledgers_silent" },
        ],
      },
      {
        ...NOTHING,
        checkId: "run-1",
        callbacks_failed: { count: 3, since },
        check_findings: { count: 2, since: new Date("2026-01-30T14:00:00Z") },
      },
    );
    expect(needs.map(({ kind, subject }) => [kind, subject])).toEqual([
      ["disk_full", "worker-1"],
      ["ledgers_silent", "worker-1"],
      ["check_findings", "run-1"],
      ["callbacks_failed", ""],
    ]);
  });
});
