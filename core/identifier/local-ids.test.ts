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
    ["(:unas) 7;no (:unas)", ["(:unas) 7", "no (:unas)"]],
    ["x".repeat(255), ["x".repeat(255)]],
  ])("reads %j", (field, ids) => {
    expect(readLocalIds(field)).toEqual(ids);
  });

  it("reads 100 local ids", () => {
    expect(readLocalIds(Array.from({ length: 100 }, (_, at) => at).join(";"))).toHaveLength(100);
  });

  it.each([
    ["x".repeat(256), `"${"x".repeat(59)}…" is longer than 255`],
    [`\u0007${"x".repeat(59)}`, `${"x".repeat(59)}" has`],
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
    ["Dublin Core last", { form: ["f"], row: [], erc: ["e"], dublinCore: ["d", "f"] }, ["f", "e", "d"]],
    ["none", { form: [], row: [], erc: [] }, []],
  ])("%s", (_name, sources, ids) => {
    expect(chooseLocalIds(sources)).toEqual(ids);
  });
});
