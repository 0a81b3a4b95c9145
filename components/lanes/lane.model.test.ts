import { describe, expect, it } from "vitest";
import { LaneAction } from "../../core/contracts/lane-requests.ts";
import { ALARM_KINDS, type AlarmKind } from "../../core/lane/alarm.ts";
import { CAUSES, type Cause } from "../../core/lane/why-facts.ts";
import type { LedgerBackend } from "../../core/ledger/ports.ts";
import { type Act, actionOf, actWords } from "./act-words.model.ts";
import { isAlarmTold } from "./alarm-look.model.ts";
import { attemptLook } from "./attempt-look.model.ts";
import { CAUSE_LOOKS } from "./cause-look.model.ts";
import { laneAddress } from "./lane-address.ts";
import { standingLook } from "./standing-look.model.ts";

const ACTS: readonly Act[] = ["hold", "release", "halt", "resume", "ask", "resend", "resolve", "skip"];
const batch = { id: "bid-1", name: "A map", mayStillApply: null };

describe("the words of acts", () => {
  it.each(ACTS)("%s says what it does in whole sentences", (act) => {
    const words = actWords(act, { serviceId: "maps", backend: "sawtooth", batch });
    for (const sentence of [words.description, words.done]) expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(words.title).toContain(["hold", "release", "halt", "resume"].includes(act) ? "lane" : "A map");
  });

  it("warn of the ledger that may apply the same bytes twice", () => {
    const words = (backend: LedgerBackend) => actWords("resend", { serviceId: "x", backend, batch });
    expect(words("scabbard").description).toContain("twice");
    expect(words("sawtooth").description).toContain("at most once");
  });

  it.each(ACTS)("%s makes a request the API takes", (act) => {
    expect(LaneAction.parse(actionOf(act, "because", { batchId: "bid-1", as: "Invalid" }))).toMatchObject({
      action: act,
    });
  });

  it("skips what may still be applied only for who says that it is known", () => {
    const skip = (isKnown: boolean) =>
      LaneAction.parse(actionOf("skip", "because", { batchId: "b", isKnown }));
    expect(skip(false)).toEqual({ action: "skip", reason: "because", batchId: "b" });
    expect(skip(true)).toMatchObject({ even_if_it_may_still_apply: true });
  });

  it("asks about the whole lane without a batch", () => {
    expect(actionOf("ask", "because")).toEqual({ action: "ask", reason: "because" });
  });
});

describe("looks", () => {
  it("has one for every cause", () => {
    expect(Object.keys(CAUSE_LOOKS).sort()).toEqual([...CAUSES].sort());
  });

  it.each([
    [{}, "Waiting"],
    [{ state: "Processing" }, "Waiting"],
    [{ state: "Held" }, "Held"],
    [{ submitted: true }, "Submitting"],
    [{ status: "Unknown", submitted: true }, "Submitting"],
    [{ call: { begunAt: "", settlesAt: "" }, submitted: true }, "Submitting"],
    [{ submitted: true, status: "Pending" }, "Pending"],
    [{ status: "Unknown" }, "Unknown"],
    [{ status: "Unknown", unresolved: true }, "Unresolved"],
    [{ state: "Completed", status: "Committed" }, "Committed"],
    [{ state: "Deleted" }, "Deleted"],
  ] as const)("%j is %s", (given, word) => {
    const standing = {
      state: "Pending",
      status: null,
      submitted: false,
      unresolved: false,
      call: null,
      ...given,
    };
    expect(standingLook(standing as Parameters<typeof standingLook>[0]).word).toBe(word);
  });

  it.each([
    ["accepted", "Accepted"],
    ["lost", "Lost"],
    [null, "Under way"],
    ["odd", "odd"],
  ])("attempt %s is %s", (outcome, word) => {
    expect(attemptLook(outcome).word).toBe(word);
  });
});

describe("a lane's address", () => {
  it.each([
    ["01234-ABCDE::gsAA", "/lanes/01234-ABCDE%3A%3AgsAA"],
    ["----", "/lanes/----"],
  ])("%s", (serviceId, address) => {
    expect(laneAddress(serviceId)).toBe(address);
  });
});

describe("an alarm on its lane's page", () => {
  const AT = "2026-01-31T14:32:05.000Z";
  const told = (kind: AlarmKind, cause: Cause, { batches = 1, open = 1 } = {}) =>
    isAlarmTold({
      alarm: { kind, batches, since: AT, sentence: "So it is.", pieces: [] },
      why: { cause, sentence: "So it is.", pieces: [] },
      halted: kind === "halted" ? { at: AT, reason: "The ledger refused a batch." } : null,
      open,
    });

  it.each([
    ["several_open", "several_open"],
    ["stopped", "stopped"],
    ["unresolved", "unresolved"],
    ["unreachable", "unreachable"],
    ["silent", "silent"],
    ["long_pending", "slow"],
    ["stuck_pending", "stuck"],
    ["stuck_valid", "stuck"],
  ] as const)("%s is told by the sentence about %s, and by no other", (kind, cause) => {
    expect(CAUSES.filter((one) => told(kind, one))).toEqual([cause]);
  });

  it("a halt is told by its cause or below, a batch that is forgotten by no sentence", () => {
    expect(CAUSES.every((cause) => told("halted", cause))).toBe(true);
    expect(CAUSES.filter((cause) => told("keeps_forgetting", cause))).toEqual([]);
  });

  it("of several batches, or beside others that are open, is not told by the sentence about the first", () => {
    expect(told("stuck_valid", "stuck", { batches: 2, open: 2 })).toBe(false);
    expect(told("unresolved", "unresolved", { open: 3 })).toBe(false);
    expect(told("several_open", "several_open", { batches: 2, open: 2 })).toBe(true);
    expect(told("unreachable", "unreachable", { batches: 0, open: 9 })).toBe(true);
  });

  it("is looked at of every kind", () => {
    expect(ALARM_KINDS.filter((kind) => !CAUSES.some((cause) => told(kind, cause)))).toEqual([
      "keeps_forgetting",
    ]);
  });
});
