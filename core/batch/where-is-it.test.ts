import { describe, expect, it } from "vitest";
import type { JobCounts } from "../contracts/views.ts";
import { whereAtLedger } from "../ledger/where-is-it.ts";
import { textOf } from "../sentence.ts";
import type { InLine } from "./in-line.ts";
import type { BatchState } from "./states.ts";
import { type Whereabouts, whereIsIt } from "./where-is-it.ts";

const AT = new Date("2026-01-31T14:32:05.123Z");
const UNTIL = new Date("2026-02-01T09:00:00Z");
const olga = { at: AT, by: "Olga Operator", reason: "disks are moved", until: null };
const line = (given: Partial<InLine> = {}): InLine => ({
  batches: 0,
  objects: 0,
  bytes: 0,
  isMore: false,
  why: null,
  isFirst: false,
  ...given,
});
const batch = (state: BatchState, jobs: JobCounts = {}, given: Partial<Whereabouts> = {}): Whereabouts => ({
  state,
  stateAt: AT,
  jobs,
  expanded: true,
  begun: true,
  line: null,
  delay: null,
  waits: null,
  hold: null,
  collectionHold: null,
  intakeHold: null,
  waitReason: null,
  stoppedAt: null,
  givenUp: false,
  atLedger: null,
  ...given,
});

const words = (whereabouts: Whereabouts) => textOf(whereIsIt(whereabouts));

describe("whereIsIt", () => {
  it.each<[Whereabouts, string]>([
    [batch("Pending"), "First in line: it starts in a moment."],
    [
      batch("Pending", {}, { waitReason: "Working storage is 81 % full." }),
      "First in line. Working storage is 81 % full.",
    ],
    [
      batch("Pending", {}, { line: line({ batches: 2 }), intakeHold: olga }),
      "Waiting in line: 2 deposits before yours in this lane. All new work is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch("Pending", {}, { intakeHold: { ...olga, until: UNTIL } }),
      "First in line. All new work is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved. It goes on at 2026-02-01 09:00 UTC at the latest.",
    ],
    [
      batch("Held", {}, { collectionHold: olga }),
      "Held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch("Held", {}, { collectionHold: olga, hold: { ...olga, by: "Ann", until: UNTIL } }),
      "Held by Ann since 2026-01-31 14:32 UTC: disks are moved. It goes on at 2026-02-01 09:00 UTC, if nobody releases the hold before.",
    ],
    [
      batch("Processing", {}, { expanded: false, stoppedAt: AT }),
      "Stopped since 2026-01-31 14:32 UTC: it could not be split into objects. An operator must decide how it continues.",
    ],
    [
      batch("Processing", { Completed: 2, Pending: 498 }, { expanded: false, stoppedAt: AT }),
      "Stopped since 2026-01-31 14:32 UTC: it could not be split into objects. An operator must decide how it continues. 2 of 500 objects are stored so far.",
    ],
    [
      batch("Processing", { Completed: 2, Downloading: 1 }, { givenUp: true }),
      "2 of 3 objects are stored. The rest of the deposit was given up.",
    ],
    [
      batch("Failed", { Completed: 3 }, { givenUp: true }),
      "All 3 objects are stored. The rest of the deposit was given up: see what to do.",
    ],
    [
      batch("Processing", { Completed: 3, Held: 2, Pending: 7 }, { hold: olga }),
      "3 of 12 objects are stored; 2 held. Held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch("Processing", { Completed: 3, Pending: 9 }, { intakeHold: olga }),
      "3 of 12 objects are stored. All new work is held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch("Processing", { Completed: 3, Downloading: 9 }, { hold: olga, intakeHold: olga }),
      "3 of 12 objects are stored.",
    ],
    [
      batch("Processing", { Pending: 9 }, { expanded: false, collectionHold: olga }),
      "The manifest is being read: 9 objects found so far. Held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch("Processing", {}, { begun: false, expanded: false, line: line({ batches: 2 }) }),
      "Waiting in line: 2 deposits before yours in this lane.",
    ],
    [
      batch(
        "Processing",
        {},
        { begun: false, atLedger: { status: null, unresolved: false, forgottenCount: 0 } },
      ),
      "First in line: it starts in a moment.",
    ],
    [batch("Held"), "Held since 2026-01-31 14:32 UTC. It goes on when an operator releases it."],
    [
      batch("Held", {}, { waitReason: "The collection is held" }),
      "Held since 2026-01-31 14:32 UTC: The collection is held. It goes on when an operator releases it.",
    ],
    [batch("Processing", {}, { expanded: false }), "The deposit is being read."],
    [
      batch("Processing", { Pending: 1000 }, { expanded: false }),
      "The manifest is being read: 1,000 objects found so far.",
    ],
    [
      batch(
        "Processing",
        { Completed: 3, Provisioning: 9 },
        {
          waits: { code: "working_storage_full", who: "nobody", jobs: 9, others: 0, reason: "", pieces: [] },
        },
      ),
      "3 of 12 objects are stored; 9 wait for space in working storage.",
    ],
    [
      batch(
        "Processing",
        { Downloading: 1 },
        { waits: { code: "disk_full", who: "operator", jobs: 1, others: 0, reason: "", pieces: [] } },
      ),
      "The object waits for disk space. An operator has to act.",
    ],
    [
      batch(
        "Processing",
        { Completed: 1, Processing: 1 },
        {
          waits: {
            code: "identifier_unreachable",
            who: "nobody",
            jobs: 1,
            others: 0,
            reason: "",
            pieces: [],
          },
        },
      ),
      "1 of 2 objects is stored; 1 waits for the identifier service, which does not answer.",
    ],
    [
      batch(
        "Processing",
        { Completed: 3, Failed: 1, Held: 2, Provisioning: 6 },
        {
          waits: { code: "disk_full", who: "operator", jobs: 2, others: 4, reason: "", pieces: [] },
          hold: olga,
        },
      ),
      "3 of 12 objects are stored; 1 failed, 2 held; of the 6 that wait, 2 wait for disk space. An operator has to act. Held by Olga Operator since 2026-01-31 14:32 UTC: disks are moved.",
    ],
    [
      batch(
        "Processing",
        { Completed: 3, Processing: 1, Provisioning: 1 },
        { waits: { code: "storage_away", who: "operator", jobs: 1, others: 1, reason: "", pieces: [] } },
      ),
      "3 of 5 objects are stored; of the 2 that wait, 1 waits for a storage that is away. An operator has to act.",
    ],
    [
      batch(
        "Processing",
        { Completed: 3, Failed: 1 },
        {
          waits: {
            code: "storage_away",
            who: "operator",
            jobs: 0,
            others: 0,
            reason: "It is away.",
            pieces: ["It is away."],
          },
          waitReason: "It is away.",
        },
      ),
      "3 of 4 objects are stored; 1 failed. It is away.",
    ],
    [
      batch(
        "Processing",
        {},
        {
          atLedger: { status: "Pending", unresolved: false, forgottenCount: 0 },
          waits: {
            code: "ledger_unreachable",
            who: "nobody",
            jobs: 0,
            others: 0,
            reason: "The ledger cannot be reached.",
            pieces: ["The ledger cannot be reached."],
          },
        },
      ),
      "The ledger cannot be reached.",
    ],
    [batch("Processing", { Pending: 1 }), "The object is on its way."],
    [batch("Processing", { Held: 1 }), "The object is held."],
    [batch("Processing", { Completed: 3, Downloading: 9 }), "3 of 12 objects are stored."],
    [batch("Processing", { Completed: 1, Downloading: 1 }), "1 of 2 objects is stored."],
    [batch("Processing", { Completed: 3, Failed: 1, Pending: 8 }), "3 of 12 objects are stored; 1 failed."],
    [
      batch("Processing", { Completed: 3, Failed: 1, Held: 2, Pending: 6 }),
      "3 of 12 objects are stored; 1 failed, 2 held.",
    ],
    [batch("Reporting", { Completed: 12 }), "All 12 objects are stored; the report is being written."],
    [
      batch("Reporting", { Completed: 11, Failed: 1 }),
      "11 of 12 objects are stored, 1 failed; the report is being written.",
    ],
    [batch("Completed", { Completed: 12 }), "All 12 objects are stored."],
    [batch("Completed", { Completed: 1 }), "The object is stored."],
    [batch("Completed", { Completed: 11, Deleted: 1 }), "11 of 12 objects are stored, 1 was deleted."],
    [batch("Completed", { Completed: 10, Deleted: 2 }), "10 of 12 objects are stored, 2 were deleted."],
    [batch("Failed"), "The deposit could not be split into objects: see what to do."],
    [batch("Failed", { Failed: 1 }), "The object could not be stored: see what to do."],
    [batch("Failed", { Completed: 11, Failed: 1 }), "11 of 12 objects are stored, 1 failed: see what to do."],
    [batch("Failed", { Downloading: 1 }), "The object is being tried again."],
    [
      batch("Failed", { Completed: 10, Failed: 1, Downloading: 1 }),
      "10 of 12 objects are stored, 1 failed; 1 is being tried again.",
    ],
    [
      batch("Failed", { Completed: 10, Recording: 2 }),
      "10 of 12 objects are stored; 2 are being tried again.",
    ],
    [
      batch("Failed", { Completed: 12 }),
      "All 12 objects are stored; the update report has not been sent yet.",
    ],
    [
      batch("UpdateReporting", { Completed: 12 }),
      "All 12 objects are stored; the update report is being written.",
    ],
    [batch("Deleted", { Deleted: 3 }), "Cancelled or deleted; nothing more of it will be stored."],
  ])("%#: $state", (whereabouts, sentence) => {
    expect(textOf(whereIsIt(whereabouts))).toBe(sentence);
  });

  const atLedger = { status: "Pending", unresolved: false, forgottenCount: 0 } as const;
  it.each(["Pending", "Held", "Deleted"] as const)(
    "of a ledger's batch that is %s says the same",
    (state) => {
      expect(words(batch(state, {}, { atLedger }))).toBe(words(batch(state)));
    },
  );

  it.each([
    null,
    { code: "ledger_busy", who: "nobody", jobs: 0, others: 0, reason: "R.", pieces: ["R."] } as const,
  ])("of one at its ledger tells how it stands there, unless nobody is reached: %j", (waits) => {
    const at = { ...batch("Processing", {}, { atLedger }), waits };
    expect(words(at)).toBe(whereAtLedger("Processing", atLedger));
  });

  it("tells of its place only what has neither begun nor been held", () => {
    expect(words(batch("Held", {}, { begun: false }))).toBe(words(batch("Held")));
  });

  it.each<[string, Whereabouts, RegExp]>([
    ["a report workers died over", batch("Reporting", { Completed: 1 }, { stoppedAt: AT }), /operator/],
    [
      "a hold on all that is left",
      batch("Processing", { Completed: 1, Held: 2 }, { intakeHold: olga }),
      /Olga/,
    ],
    [
      "what it cannot be read for",
      batch("Processing", {}, { expanded: false, waitReason: "Away." }),
      /^Away\.$/,
    ],
    ["the only object, deleted", batch("Completed", { Deleted: 1 }), /deleted/],
    ["an end without objects, not their number", batch("Completed"), /^\D+$/],
    ["one held, which nobody tries again", batch("Failed", { Completed: 3, Held: 1 }), /^(?!.*tried again)/],
  ])("tells of %s", (_, whereabouts, pattern) => {
    expect(words(whereabouts)).toMatch(pattern);
  });
});
