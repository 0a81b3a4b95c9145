import { describe, expect, it } from "vitest";
import { LaneAction } from "../../core/contracts/lane-requests.ts";
import { CAUSES } from "../../core/lane/why-facts.ts";
import { type Act, actionOf, actWords } from "./act-words.model.ts";
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
    const words = (backend: "sawtooth" | "scabbard") =>
      actWords("resend", { serviceId: "x", backend, batch });
    expect(words("scabbard").description).toContain("twice");
    expect(words("sawtooth").description).toContain("once at most");
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
