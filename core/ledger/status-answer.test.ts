import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEDGER_BACKENDS } from "./ports.ts";
import { readStatusAnswer } from "./status-answer.ts";

const sawtooth = (...data: readonly object[]) => ({ data, link: "x" });

describe("readStatusAnswer", () => {
  it.each(["COMMITTED", "Committed", "committed"])("takes %s in any case", (status) => {
    const [reading] = readStatusAnswer("sawtooth", sawtooth({ id: "a", status }), ["a"]) ?? [];
    expect(reading).toEqual({ ledgerId: "a", status: "Committed", message: "", invalid: [] });
  });

  it("tells Sawtooth's words once each", () => {
    const invalid_transactions = [
      { id: "t1", message: "bad key", extended_data: "AA==" },
      { id: "t2", message: "bad key" },
      { id: "t3", message: "bad value" },
      { id: "t4", message: null, extended_data: null },
    ];
    const value = sawtooth({ id: "a", status: "INVALID", invalid_transactions });
    expect(readStatusAnswer("sawtooth", value, ["a"])).toEqual([
      {
        ledgerId: "a",
        status: "Invalid",
        message: "bad key; bad value",
        invalid: [
          { id: "t1", message: "bad key", data: "AA==" },
          { id: "t2", message: "bad key", data: "" },
          { id: "t3", message: "bad value", data: "" },
          { id: "t4", message: "", data: "" },
        ],
      },
    ]);
  });

  it("names each transaction once, none without an id, and only those of an invalid batch", () => {
    const invalid_transactions = [
      { id: "x".repeat(200), message: "bad token s3cret" },
      { id: "x".repeat(200), message: "again" },
      { message: "whose?" },
    ];
    const value = sawtooth(
      { id: "a", status: "INVALID", invalid_transactions },
      { id: "b", status: "PENDING", invalid_transactions },
    );
    const message = "bad token ***; again; whose?";
    expect(readStatusAnswer("sawtooth", value, ["b", "a"], ["s3cret"])).toEqual([
      { ledgerId: "b", status: "Pending", message, invalid: [] },
      {
        ledgerId: "a",
        status: "Invalid",
        message,
        invalid: [{ id: "x".repeat(200), message: "bad token ***", data: "" }],
      },
    ]);
  });

  it("tells scabbard's words, or its data when there are none", () => {
    const message = [
      { transaction_id: "t1", error_message: "bad key", error_data: [1, 2] },
      { transaction_id: "t2", error_message: "", error_data: [...new TextEncoder().encode("déjà vu")] },
    ];
    const value = [{ id: "a", status: { statusType: "Invalid", message }, timestamp: {} }];
    expect(readStatusAnswer("scabbard", value, ["a", "b"])).toEqual([
      {
        ledgerId: "a",
        status: "Invalid",
        message: "bad key; déjà vu",
        invalid: [
          { id: "t1", message: "bad key", data: "AQI=" },
          { id: "t2", message: "", data: Buffer.from("déjà vu").toString("base64") },
        ],
      },
      { ledgerId: "b", status: "Unknown", message: "", invalid: [] },
    ]);
  });

  it("takes what scabbard leaves out for nothing", () => {
    const value = [
      { id: "a", status: { statusType: "Pending" } },
      {
        id: "b",
        status: { statusType: "Invalid", message: [{ transaction_id: "t1", error_message: "no" }] },
      },
    ];
    expect(readStatusAnswer("scabbard", value, ["a", "b"])).toEqual([
      { ledgerId: "a", status: "Pending", message: "", invalid: [] },
      { ledgerId: "b", status: "Invalid", message: "no", invalid: [{ id: "t1", message: "no", data: "" }] },
    ]);
  });

  it("keeps a hundred of the transactions named, without data that is too large", () => {
    const invalid_transactions = Array.from({ length: 150 }, (_, place) => ({
      id: place === 1 ? "x".repeat(201) : `t${place}`,
      message: "no",
      extended_data: "A".repeat(place === 0 ? 4_096 : 4_100),
    }));
    const value = sawtooth({ id: "a", status: "INVALID", invalid_transactions });
    const [reading] = readStatusAnswer("sawtooth", value, ["a"]) ?? [];
    expect(reading?.invalid).toHaveLength(100);
    expect(reading?.invalid.slice(0, 2)).toEqual([
      { id: "t0", message: "no", data: "A".repeat(4_096) },
      { id: "t2", message: "no", data: "" },
    ]);
  });

  it("takes no other shape", () => {
    const bad = [undefined, null, 1, "x", [], {}, { data: {} }, sawtooth({ id: "a", status: "DELAYED" })];
    for (const value of bad) expect(readStatusAnswer("sawtooth", value, ["a"])).toBeUndefined();
    for (const value of [{}, null, [{ id: "a" }], [{ id: "a", status: "Valid" }], sawtooth()])
      expect(readStatusAnswer("scabbard", value, ["a"])).toBeUndefined();
  });

  it("answers any JSON with nothing or with one reading per id", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LEDGER_BACKENDS), fc.jsonValue(), (backend, value) => {
        const readings = readStatusAnswer(backend, value, ["a", "b"]);
        if (readings) expect(readings.map(({ ledgerId }) => ledgerId)).toEqual(["a", "b"]);
      }),
    );
  });
});
