import { describe, expect, it } from "vitest";
import { textOf } from "../sentence.ts";
import {
  mayStillApply,
  type StillApplies,
  type StillFacts,
  stillAppliesSentence,
} from "./may-still-apply.ts";

const NOW = new Date("2026-01-31T14:32:05Z");
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const NEVER_SENT: StillFacts = {
  state: "Processing",
  submitted: false,
  status: null,
  unresolved: false,
  acceptedAt: null,
  validSince: null,
  unknownCount: 0,
  effectUntil: null,
  wasLost: false,
};
const unknown = { status: "Unknown" } as const;
const cut = { wasLost: true, effectUntil: at(300) } as const;
const settled = { wasLost: true, effectUntil: at(0) } as const;
const accepted = { acceptedAt: at(-60) } as const;

type Row = readonly [
  string,
  Partial<StillFacts>,
  sawtooth: StillApplies | null,
  scabbard: StillApplies | null,
];

const TABLE: readonly Row[] = [
  ["untouched", { state: "Pending" }, null, null],
  ["held", { state: "Held" }, null, null],
  ["put back by a refusal of the lane", {}, null, null],
  ["between tries of a busy ledger", { submitted: true }, null, null],
  ["Delayed after them", { status: "Delayed" }, null, null],
  ["a call under way", { submitted: true, effectUntil: at(310) }, "call", "call"],
  ["Pending", { submitted: true, status: "Pending", ...accepted }, "pending", "pending"],
  ["Valid", { submitted: true, status: "Valid", ...accepted, validSince: at(-1) }, "valid", "valid"],
  ["Valid, since when nobody knows", { submitted: true, status: "Valid", ...accepted }, "valid", "valid"],
  ["Unknown because it stays Valid", { ...unknown, ...accepted, validSince: at(-61) }, "valid", "valid"],
  ["Unknown, accepted and forgotten", { ...unknown, ...accepted, unknownCount: 4 }, "forgotten", "forgotten"],
  [
    "sent again after that, and met by a busy ledger",
    { ...unknown, submitted: true, ...accepted },
    "forgotten",
    "forgotten",
  ],
  ["Delayed after that", { status: "Delayed", ...accepted }, "forgotten", "forgotten"],
  ["Unknown, cut off", { ...unknown, ...cut }, "call", "call"],
  ["Unknown, cut off, settled, not asked since", { ...unknown, ...settled }, "unasked", "untold"],
  ["Unknown, cut off, settled, asked", { ...unknown, ...settled, unknownCount: 1 }, null, "untold"],
  ["Delayed after such tries", { status: "Delayed", ...settled }, null, "untold"],
  ["Delayed, its last call not settled", { status: "Delayed", ...cut }, "call", "call"],
  ["unresolved", { ...unknown, ...settled, unknownCount: 4, unresolved: true }, "untold", "untold"],
  ["unresolved, a call not settled", { ...unknown, ...cut, unresolved: true }, "call", "call"],
  ["a person sends it again", { status: "Delayed", ...settled, unresolved: false }, null, "untold"],
  ["Committed", { status: "Committed", ...accepted }, null, null],
  ["Skipped, whatever else", { status: "Skipped", ...accepted, ...cut }, null, null],
  ["deleted", { state: "Deleted", ...cut }, null, null],
];

describe("whether a batch may still be applied when its lane is done with it", () => {
  it.each(TABLE)("%s", (_, given, sawtooth, scabbard) => {
    const batch = { ...NEVER_SENT, ...given };
    expect(mayStillApply(batch, "sawtooth", NOW)).toBe(sawtooth);
    expect(mayStillApply(batch, "scabbard", NOW)).toBe(scabbard);
    expect(mayStillApply(batch, "repository", NOW)).toBeNull();
  });

  it.each<[StillApplies, string]>([
    ["call", "A call for this batch that was cut off may still reach the ledger until 14:37:05 UTC."],
    ["pending", "The ledger has this batch and has not decided yet."],
    ["valid", "The ledger found this batch valid and may still commit it."],
    ["forgotten", "The ledger took this batch and no longer knows it; another node may still have it."],
    ["untold", "Nobody can tell whether the ledger has applied this batch."],
    ["unasked", "The ledger has not said yet whether it has this batch."],
  ])("%s is told with what may happen", (why, sentence) => {
    expect(textOf(stillAppliesSentence(why, { effectUntil: at(300) }, NOW))).toBe(
      `${sentence} If it is skipped now, it may still be applied, after batches behind it, and it is reported as failed.`,
    );
  });
});
