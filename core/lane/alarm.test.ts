import { describe, expect, it } from "vitest";
import { textOf } from "../sentence.ts";
import { ALARM_KINDS, type AlarmFacts, worstAlarm } from "./alarm.ts";
import { LaneSettings } from "./settings.ts";

const NOW = new Date("2026-01-31T14:32:05Z");
const STANDARD = LaneSettings.parse({});
const facts = (kind: AlarmFacts["kind"], batches: number, from: string): AlarmFacts => ({
  kind,
  batches,
  from: new Date(from),
});
const long = facts("long_pending", 1, "2026-01-31T14:26:00Z");
const stuck = facts("stuck_pending", 2, "2026-01-31T14:00:00Z");
const several = facts("several_open", 2, "2026-01-31T14:31:00Z");
const forgets = facts("keeps_forgetting", 1, "2026-01-31T14:31:30Z");
const valid = facts("stuck_valid", 1, "2026-01-30T23:59:00Z");

describe("the worst alarm of a lane", () => {
  it("is none where nothing was found", () => {
    expect(worstAlarm([], STANDARD, NOW)).toBeNull();
  });

  it.each([
    [
      [long],
      "2026-01-31T14:31:00.000Z",
      "The ledger has kept a batch Pending for longer than 5 min, accepted at 14:26:00 UTC.",
    ],
    [
      [long, stuck],
      "2026-01-31T14:30:00.000Z",
      "The ledger has kept 2 batches Pending for longer than 30 min, the first accepted at 14:00:00 UTC.",
    ],
    [
      [stuck, long, valid],
      "2026-01-31T00:00:00.000Z",
      "The ledger found a batch valid and has not committed it for longer than 1 min, since 2026-01-30 23:59:00 UTC.",
    ],
    [
      [{ ...valid, batches: 1_200 }],
      "2026-01-31T00:00:00.000Z",
      "The ledger found 1,200 batches valid and has not committed them for longer than 1 min, the first since 2026-01-30 23:59:00 UTC.",
    ],
    [
      [valid, several],
      "2026-01-31T14:31:00.000Z",
      "2 batches of this serial lane are open at once, since 14:31:00 UTC. Nothing is sent until only one is left.",
    ],
    [
      [valid, forgets],
      "2026-01-31T14:31:30.000Z",
      "The ledger has taken a batch and forgotten it 3 times or more, last at 14:31:30 UTC.",
    ],
    [
      [{ ...forgets, batches: 2 }],
      "2026-01-31T14:31:30.000Z",
      "The ledger has taken 2 batches and forgotten each of them 3 times or more.",
    ],
    [
      [facts("unresolved", 1, "2026-01-31T14:31:00Z"), facts("halted", 0, "2026-01-31T14:31:30Z")],
      "2026-01-31T14:31:00.000Z",
      "Nobody can tell whether the ledger applied a batch, since 14:31:00 UTC. An operator decides on it.",
    ],
    [
      [facts("halted", 0, "2026-01-31T14:31:30Z"), long],
      "2026-01-31T14:31:30.000Z",
      "The lane halted at 14:31:30 UTC. An operator resumes it.",
    ],
    [
      [facts("silent", 0, "2026-01-31T14:30:00Z"), long],
      "2026-01-31T14:30:00.000Z",
      "The ledger has been unreachable since 14:30:00 UTC. Waybill keeps trying.",
    ],
    [
      [facts("unreachable", 0, "2026-01-31T14:00:00Z"), stuck],
      "2026-01-31T14:30:00.000Z",
      "The ledger has been unreachable since 14:00:00 UTC, longer than 30 min. An operator must check it.",
    ],
    [
      [facts("stopped", 1, "2026-01-31T14:31:00Z")],
      "2026-01-31T14:31:00.000Z",
      "A batch has stood still since 14:31:00 UTC: workers died over it. An operator decides on its page how it continues.",
    ],
    [
      [facts("stopped", 3, "2026-01-31T14:31:00Z")],
      "2026-01-31T14:31:00.000Z",
      "3 batches stand still, the first since 14:31:00 UTC: workers died over them. An operator decides on each one's page how it continues.",
    ],
  ])("%# says what, for how long and since when", (found, since, sentence) => {
    const alarm = worstAlarm(found, STANDARD, NOW);
    expect(alarm?.since.toISOString()).toBe(since);
    expect(textOf(alarm?.sentence ?? [])).toBe(sentence);
  });

  it("says how many a person has to decide on", () => {
    const found = [facts("unresolved", 2, "2026-01-31T14:31:00Z")];
    expect(textOf(worstAlarm(found, STANDARD, NOW)?.sentence ?? [])).toContain("2 batches");
  });

  it("counts from the lane's own thresholds", () => {
    const alarm = worstAlarm([long], { ...STANDARD, stuckPendingMs: 90_000 }, NOW);
    expect(alarm).toMatchObject({ since: new Date("2026-01-31T14:27:30Z"), kind: "long_pending" });
    expect(textOf(alarm?.sentence ?? [])).toContain("longer than 90 s");
  });

  it("knows every kind", () => {
    for (const kind of ALARM_KINDS)
      expect(textOf(worstAlarm([{ ...long, kind }], STANDARD, NOW)?.sentence ?? [])).toMatch(
        /^(The ledger|The lane halted|Nobody can tell|1 batches of|A batch has stood still since) .*\.$/,
      );
  });
});
