import { describe, expect, it } from "vitest";
import { chooseLocalIds, readLocalIds } from "./local-ids.ts";

describe("readLocalIds", () => {
  it.each([
    ["localid;localid;localid;localidtwo;localidtwo", ["localid", "localidtwo"]],
    [" b ; a;;b; ", ["b", "a"]],
    ["", []],
    [" ; ", []],
    ["(:unas)", []],
    ["(:UNAV); x", ["x"]],
    ["Id;id", ["Id", "id"]],
    ["e\u0301lm;\u00e9lm; x\u00a01;x 1", ["e\u0301lm", "x\u00a01"]],
    ["\u200b; (:unas)\u200e;x\u200b", ["x\u200b"]],
    ["urn:x:1|2, 3", ["urn:x:1|2, 3"]],
  ])("reads %j", (field, ids) => {
    expect(readLocalIds(field)).toEqual(ids);
  });

  it.each([
    ["x".repeat(256), "longer than 255"],
    ["a\nb", "cannot be shown"],
    ["a\u0000", "cannot be shown"],
    ["\ud800", "cannot be shown"],
    [Array.from({ length: 101 }, (_, at) => at).join(";"), "100 local ids, not 101"],
  ])("refuses %j", (field, words) => {
    expect(() => readLocalIds(field)).toThrow(
      expect.objectContaining({ code: "bad_identifier", message: expect.stringContaining(words) }),
    );
  });
});

describe("chooseLocalIds", () => {
  it.each([
    ["form before ERC", { form: ["f"], row: [], erc: ["e"] }, ["f", "e"]],
    ["line of a batch manifest instead of form", { form: ["f"], row: ["r"], erc: ["e", "r"] }, ["r", "e"]],
    ["each once", { form: ["a", "b"], row: [], erc: ["b", "c", "a"] }, ["a", "b", "c"]],
    ["none", { form: [], row: [], erc: [] }, []],
  ])("%s", (_name, sources, ids) => {
    expect(chooseLocalIds(sources)).toEqual(ids);
  });
});
