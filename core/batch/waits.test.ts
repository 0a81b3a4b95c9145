import { describe, expect, it } from "vitest";
import { batchWait, type WaitFacts } from "./waits.ts";

const AT = new Date("2026-01-31T14:32:05Z");
const facts = (given: Partial<WaitFacts> = {}): WaitFacts => ({
  state: "Processing",
  isLedgers: false,
  status: "Pending",
  submitted: true,
  unresolved: false,
  tries: 1,
  stoppedAt: null,
  waitReason: null,
  message: null,
  silentSince: null,
  lane: "goes",
  begun: [],
  ...given,
});
const ledgers = (given: Partial<WaitFacts> = {}) => facts({ isLedgers: true, ...given });
const full = { code: "disk_full", jobs: 2, reason: "A disk of Waybill's is full." };
const busy = { code: "object_busy", jobs: 1, reason: "Job 7 is writing this object." };

const CASES: readonly (readonly [string, WaitFacts, string | null, "nobody" | "operator" | null])[] = [
  ["jobs that have not begun", facts(), null, null],
  ["jobs that move", facts({ begun: [{ code: null, jobs: 1, reason: null }, full] }), null, null],
  ["none moves", facts({ begun: [{ code: null, jobs: 0, reason: null }, full] }), "disk_full", "operator"],
  ["all jobs that have begun wait", facts({ begun: [busy, full] }), "disk_full", "operator"],
  ["jobs wait for other ones", facts({ begun: [busy] }), "object_busy", "nobody"],
  ["of a code only newer code has", facts({ begun: [{ ...busy, code: "tea" }] }), "tea", "nobody"],
  ["it cannot be read, a storage is away", facts({ waitReason: "It is away." }), "storage_away", "operator"],
  ["workers have died over it", facts({ stoppedAt: AT, waitReason: "3 have." }), "worker_killed", "operator"],
  [
    "working storage is too full to begin it",
    facts({ state: "Pending", submitted: false, status: "Delayed" }),
    "working_storage_full",
    "nobody",
  ],
  [
    "it was released, and working storage is too full to begin it",
    facts({ submitted: false, status: "Delayed" }),
    "working_storage_full",
    "nobody",
  ],
  ["it waited for space, and is held", facts({ state: "Held", status: "Delayed" }), null, null],
  ["it waits for its turn", facts({ state: "Pending", submitted: false, status: null }), null, null],
  ["it is held", facts({ state: "Held", waitReason: "Ann holds it: why" }), null, null],
  ["it has ended", facts({ state: "Completed", begun: [full] }), null, null],
  ["its ledger has it", ledgers(), null, null],
  ["its ledger does not answer", ledgers({ silentSince: AT }), "ledger_unreachable", "nobody"],
  [
    "its lane's ledger does not answer, and it has not begun",
    ledgers({ silentSince: AT, status: null, submitted: false }),
    null,
    null,
  ],
  [
    "its ledger did not answer, and it has ended there",
    ledgers({ state: "Reporting", status: "Committed", silentSince: AT }),
    null,
    null,
  ],
  ["it is sent for the first time", ledgers({ status: null, tries: 0 }), null, null],
  ["its ledger is busy", ledgers({ status: null, tries: 2 }), "ledger_busy", "nobody"],
  ["it is delayed", ledgers({ status: "Delayed", submitted: false }), "ledger_busy", "nobody"],
  ["nobody knows", ledgers({ status: "Unknown", submitted: false }), "ledger_unknown", "nobody"],
  [
    "a person has to decide",
    ledgers({ status: "Unknown", submitted: false, unresolved: true }),
    "unresolved",
    "operator",
  ],
];

describe("what a batch waits for", () => {
  it.each(CASES)("%s", (_, batch, code, who) => {
    const waits = batchWait(batch);
    expect([waits?.code ?? null, waits?.who ?? null]).toEqual([code, who]);
    expect(waits?.reason ?? "A sentence.").toMatch(/\S\.$/);
  });

  it.each([
    ["goes", "nobody", "Waybill keeps trying."],
    ["held", "nobody", "Its lane is held: nothing is sent until it is released."],
    ["halted", "operator", "Its lane has halted: an operator has to resume it."],
  ] as const)("of a ledger that does not answer, in a lane that is %s, %s ends", (lane, who, follows) => {
    expect(batchWait(ledgers({ silentSince: AT, lane }))).toEqual({
      code: "ledger_unreachable",
      who,
      jobs: 0,
      others: 0,
      reason: `The ledger has been unreachable since 2026-01-31 14:32 UTC. ${follows}`,
      pieces: [
        "The ledger has been unreachable since ",
        { at: "2026-01-31T14:32:05.000Z", text: "2026-01-31 14:32 UTC" },
        `. ${follows}`,
      ],
    });
  });

  it.each([
    ["workers died over", facts({ stoppedAt: AT, waitReason: "3 have." }), "3 have."],
    ["did not fit", facts({ state: "Pending", status: "Delayed", message: "81 % full." }), "81 % full."],
  ])("of a batch that %s, it tells the reason that was kept", (_, batch, reason) => {
    expect(batchWait(batch)?.reason).toBe(reason);
  });

  it("promises nothing of a lane it does not know to go", () => {
    expect(batchWait(ledgers({ silentSince: AT, lane: "not_halted" }))).toMatchObject({
      who: "nobody",
      reason: "The ledger has been unreachable since 2026-01-31 14:32 UTC.",
    });
  });

  it("counts the jobs of what it tells, in whatever states they wait, apart from the others", () => {
    const estimating = { ...full, jobs: 1, reason: "Another disk is full." };
    const space = { code: "working_storage_full", jobs: 2, reason: "Working storage is 81 % full." };
    expect(batchWait(facts({ begun: [space, full, busy, estimating] }))).toEqual({
      code: "disk_full",
      who: "operator",
      jobs: 3,
      others: 3,
      reason: "A disk of Waybill's is full.",
      pieces: ["A disk of Waybill's is full."],
    });
  });

  it("tells first what a person has to end, though more wait for what ends by itself", () => {
    const many = { ...busy, jobs: 40 };
    expect(batchWait(facts({ begun: [many, full] }))).toMatchObject({
      code: "disk_full",
      jobs: 2,
      others: 40,
    });
    expect(batchWait(facts({ begun: [many] }))).toMatchObject({ code: "object_busy", jobs: 40, others: 0 });
    const away = { code: "storage_away", jobs: 3, reason: "It is away." };
    expect(batchWait(facts({ begun: [many, away] }))?.code).toBe("storage_away");
    expect(batchWait(facts({ begun: [full, away] }))?.code).toBe("storage_away");
  });

  it("of equals tells the same one each time", () => {
    const away = { code: "storage_away", jobs: 2, reason: "It is away." };
    expect(batchWait(facts({ begun: [away, full] }))?.code).toBe("disk_full");
    expect(batchWait(facts({ begun: [full, away] }))?.code).toBe("disk_full");
  });
});
