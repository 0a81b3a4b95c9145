import { expect, it } from "vitest";
import { ARK_STATUSES } from "../../core/identifier/ark-standing.ts";
import { ARK_LOOKS, arkSentence } from "./ark.model.ts";

it.each([
  ["waybill", "unregistered", /^Made by Waybill itself\./],
  ["depositor", "unregistered", /^Came with a deposit\./],
  ["ezid", "reserved", /^EZID keeps it/],
  ["ezid", "public", /^Registered at EZID/],
  ["ezid", "unavailable", /^Its job was deleted, so it was withdrawn/],
] as const)("by %s, %s: %s", (madeBy, status, sentence) => {
  expect(arkSentence({ madeBy, status })).toMatch(sentence);
});

it("every status has its look", () => {
  expect(Object.keys(ARK_LOOKS)).toEqual([...ARK_STATUSES]);
});
