import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classify, classifyNoAnswer } from "./answers.ts";
import { LEDGER_BACKENDS } from "./ports.ts";

const batch = { kind: "rejected", about: "batch" };
const lane = { kind: "rejected", about: "lane" };
const accepted = { kind: "accepted" };
const busy = { kind: "busy" };
const ambiguous = { kind: "ambiguous", isOver: false };
/** The ledger itself has ended the call. */
const over = { kind: "ambiguous", isOver: true };

describe("classify on Sawtooth", () => {
  it.each<[number, string | undefined, object]>([
    [200, undefined, accepted],
    [202, undefined, accepted],
    [201, undefined, ambiguous],
    [204, undefined, ambiguous],
    [299, undefined, ambiguous],
    [300, undefined, lane],
    [301, undefined, lane],
    [307, undefined, lane],
    [399, undefined, lane],
    [400, "30", batch],
    [400, "34", lane],
    [400, "35", lane],
    [400, "42", lane],
    [400, "99", lane],
    [400, undefined, lane],
    [401, undefined, lane],
    [403, undefined, lane],
    [404, undefined, lane],
    [405, undefined, lane],
    [408, "19", over],
    [408, undefined, ambiguous],
    [413, undefined, batch],
    [418, undefined, ambiguous],
    [429, "31", busy],
    [429, undefined, busy],
    [500, "10", over],
    [500, "20", over],
    [500, undefined, ambiguous],
    [502, undefined, ambiguous],
    [503, "15", busy],
    [503, "17", ambiguous],
    [503, "18", over],
    [503, "99", ambiguous],
    [503, undefined, ambiguous],
    [504, undefined, ambiguous],
    [599, undefined, ambiguous],
    [0, undefined, ambiguous],
  ])("%i with code %s", (httpStatus, ledgerCode, verdict) => {
    expect(classify("sawtooth", { httpStatus, ...(ledgerCode && { ledgerCode }) })).toEqual(verdict);
  });
});

describe("classify on scabbard", () => {
  it.each<[number, string | undefined, object]>([
    [200, undefined, accepted],
    [202, undefined, accepted],
    [302, undefined, lane],
    [400, undefined, batch],
    [400, "30", batch],
    [400, "protocol_version", lane],
    [401, undefined, lane],
    [403, undefined, lane],
    [404, undefined, lane],
    [405, undefined, lane],
    [408, undefined, ambiguous],
    [413, undefined, batch],
    [429, undefined, busy],
    [500, undefined, ambiguous],
    [502, undefined, ambiguous],
    [503, undefined, ambiguous],
    [503, "15", ambiguous],
    [504, undefined, ambiguous],
  ])("%i with code %s", (httpStatus, ledgerCode, verdict) => {
    expect(classify("scabbard", { httpStatus, ...(ledgerCode && { ledgerCode }) })).toEqual(verdict);
  });
});

describe("classify", () => {
  it.each([
    [0, 0],
    [1_500, 1_500],
    [300_000, 300_000],
    [3_600_000, 3_600_000],
    [-5, 0],
  ])("turns a wait of %i ms into %i", (retryAfterMs, kept) => {
    const answer = { kind: "busy", retryAfterMs: kept };
    expect(classify("sawtooth", { httpStatus: 429, retryAfterMs })).toEqual(answer);
    expect(classify("sawtooth", { httpStatus: 503, ledgerCode: "15", retryAfterMs })).toEqual(answer);
    expect(classify("scabbard", { httpStatus: 429, retryAfterMs })).toEqual(answer);
  });

  it("takes a wait from an ambiguous answer too, and from no other", () => {
    const wait = { retryAfterMs: 9 };
    const asked = { kind: "ambiguous", isOver: false, ...wait };
    expect(classify("sawtooth", { httpStatus: 503, ledgerCode: "17", ...wait })).toEqual(asked);
    expect(classify("sawtooth", { httpStatus: 418, ...wait })).toEqual(asked);
    expect(classify("sawtooth", { httpStatus: 202, ...wait })).toEqual({ kind: "accepted" });
    expect(classify("scabbard", { httpStatus: 401, ...wait })).toEqual(lane);
    expect(classify("scabbard", { httpStatus: 429, retryAfterMs: Number.NaN })).toEqual(busy);
  });

  it("takes any code a ledger may send, and is never sure of what it does not know", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...LEDGER_BACKENDS),
        fc.integer({ min: 414, max: 999 }).filter((status) => status !== 429),
        fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "30")),
        (backend, httpStatus, ledgerCode) => {
          fc.pre(!(httpStatus === 503 && ledgerCode === "15"));
          expect(classify(backend, { httpStatus, ledgerCode })).toEqual(ambiguous);
        },
      ),
    );
  });
});

it("is sure that a request that was not begun was not accepted, and of no other without an answer", () => {
  expect(classifyNoAnswer(false)).toEqual(busy);
  expect(classifyNoAnswer(true)).toEqual(ambiguous);
});
