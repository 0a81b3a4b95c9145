import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCircuitFault, readServiceId, readSplinterId, splitSplinterId } from "./service-id.ts";

const DASH = "invalid characters, expected ASCII alphanumeric characters separated with a dash ('-')";

describe("readServiceId", () => {
  it.each([
    ["abcde-fghij::0011", "abcde-fghij", "0011"],
    ["z7499-QGFd3::gsAA", "z7499-QGFd3", "gsAA"],
    ["01234-ABCDE::gsAA", "01234-ABCDE", "gsAA"],
    ["abcde-fghij::a", "abcde-fghij", "a"],
    [`abcde-fghij::${"a".repeat(50)}`, "abcde-fghij", "a".repeat(50)],
  ])("reads the Splinter id %s", (serviceId, circuit, service) => {
    expect(readServiceId(serviceId)).toEqual({ kind: "splinter", serviceId, circuit, service });
    expect(splitSplinterId(serviceId)).toEqual({ circuit, service });
  });

  it.each(["a", "0", "maps-1", "maps-", "a".repeat(63), "abcde-fghij--0011"])("reads the slug %s", (text) => {
    expect(readServiceId(text)).toEqual({ kind: "slug", serviceId: text });
    expect(splitSplinterId(text)).toBeUndefined();
  });

  it("reads the placeholder of a ledger without services", () => {
    expect(readServiceId("----")).toEqual({ kind: "placeholder", serviceId: "----" });
    expect(splitSplinterId("----")).toBeUndefined();
  });

  it.each([
    ["", "incorrect length of 0, expected at least 14"],
    ["-", "incorrect length of 1, expected at least 14"],
    ["Maps", "incorrect length of 4, expected at least 14"],
    ["-----", "incorrect length of 5, expected at least 14"],
    ["maps 1", "incorrect length of 6, expected at least 14"],
    ["maps\n", "incorrect length of 5, expected at least 14"],
    ["abcde-fghi::a", "incorrect length of 13, expected at least 14"],
    ["abcde-fghij::", "incorrect length of 13, expected at least 14"],
    ["a".repeat(64), "incorrect length of 64, expected at most 63"],
    ["abcde-fghi::0011", "separator '::' not found at position 11 of string"],
    ["abcde-fghijk::001", "separator '::' not found at position 11 of string"],
    ["abcde-fghij:0011a", "separator '::' not found at position 11 of string"],
    ["abc?e-fghij::0011", `invalid circuit id part: ${DASH}`],
    ["abcdefghijk::0011", `invalid circuit id part: ${DASH}`],
    ["abcde-fgh\u00efj::0011", `invalid circuit id part: ${DASH}`],
    ["00000-00000::abcd", "invalid circuit id part: it is reserved for administration"],
    ["abcde-fghij::00?0", "invalid service id part: invalid characters, expected ASCII alphanumeric"],
    ["abcde-fghij::a::b", "invalid service id part: invalid characters, expected ASCII alphanumeric"],
    ["abcde-fghij::0011\n", "invalid service id part: invalid characters, expected ASCII alphanumeric"],
  ])("refuses %j", (text, message) => {
    expect(readServiceId(text)).toEqual({ kind: "invalid", message });
  });

  it("keeps what it takes as it is, in characters an address can hold", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const reading = readServiceId(text);
        if (reading.kind === "invalid") return;
        expect(reading.serviceId).toBe(text);
        expect(text).toMatch(/^[A-Za-z0-9:-]{1,63}$/);
      }),
    );
  });
});

it("does not take a slug for a Splinter id", () => {
  expect(readSplinterId("abcde-fghij--0011")).toEqual({
    kind: "invalid",
    message: "separator '::' not found at position 11 of string",
  });
});

it.each([
  ["abcde-fghij", undefined],
  ["abcde--abcde", "incorrect length of 12, expected 11"],
  ["abcde-123456", "incorrect length of 12, expected 11"],
  ["abcd", "incorrect length of 4, expected 11"],
  ["abcd--abcde", DASH],
  ["ab(de-00000", DASH],
])("says of the circuit %s: %s", (circuit, fault) => {
  expect(findCircuitFault(circuit)).toBe(fault);
});
