import { expect, it } from "vitest";
import { type EzidFacts, publicRecord, reservedRecord, tombstoneRecord } from "./ezid-record.ts";

const FACTS: EzidFacts = {
  jobId: "jid-1",
  who: "Proust, Marcel",
  what: "100% of\nThings Past",
  when: null,
  localIds: ["a:1", "b"],
  target: "https://example.org/objects/",
  coOwner: "library",
};

it("reserves with what is known, for EZID to fill in the name", () => {
  expect(reservedRecord(FACTS)).toEqual([
    ["_status", "reserved"],
    ["_export", "no"],
    ["_profile", "erc"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
    ["_target", "https://example.org/objects/${identifier}"],
    ["_owner", "library"],
    ["erc.who", "Proust, Marcel"],
    ["erc.what", "100% of\nThings Past"],
    ["erc.when", "(:unas)"],
    ["erc.where", "a:1 ; b"],
    ["waybill.job", "jid-1"],
  ]);
});

it("makes public with the name, and leaves out what the profile does not say", () => {
  const facts = { ...FACTS, who: " ", what: "x".repeat(4_000), localIds: [], target: null, coOwner: null };
  expect(publicRecord("ark:/99999/fk4cz3dh0", facts)).toEqual([
    ["_status", "public"],
    ["_export", "yes"],
    ["_profile", "erc"],
    ["erc.who", "(:unas)"],
    ["erc.what", "x".repeat(3_500)],
    ["erc.when", "(:unas)"],
    ["erc.where", "ark:/99999/fk4cz3dh0"],
    ["waybill.job", "jid-1"],
  ]);
});

it("has the same target in both", () => {
  const targetOf = (record: readonly (readonly [string, string])[]) => new Map(record).get("_target");
  expect(targetOf(publicRecord("ark:/99999/fk4cz3dh0", FACTS))).toBe(
    // biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
    targetOf(reservedRecord(FACTS))?.replace("${identifier}", "ark:/99999/fk4cz3dh0"),
  );
});

it("leaves a tombstone with a reason", () => {
  expect(tombstoneRecord()).toEqual([
    ["_status", "unavailable | the deposit was deleted before it was recorded"],
  ]);
});
