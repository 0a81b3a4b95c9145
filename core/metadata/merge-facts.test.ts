import { describe, expect, it } from "vitest";
import { type FileFacts, type GivenFacts, mergeDublinCore, mergeFacts } from "./merge-facts.ts";

const RULES = { suppressDublinCoreLocalId: false };
const BLANK: GivenFacts = { creator: null, title: null, date: null, localIds: [], suppliedArk: null };
const ALL: FileFacts = {
  dublinCore: { creator: ["D1", "D2"], title: ["DT"], date: ["1901"] },
  eml: { who: "E", what: "ET", when: "1902" },
  dataCite: { who: "C", what: "CT", when: "1903" },
  erc: { who: "R", what: "RT", when: "1904", localIds: [] },
};

const citation = (given: Partial<GivenFacts>, files: FileFacts) => {
  const { creator, title, date } = mergeFacts({ ...BLANK, ...given }, files, RULES);
  return [creator, title, date];
};

describe("mergeFacts", () => {
  const form = { creator: "F", title: "FT", date: "1900" };
  const { dublinCore, eml, dataCite } = ALL;

  it.each<[string, Partial<GivenFacts>, FileFacts, (string | null)[]]>([
    ["nothing", {}, {}, [null, null, null]],
    ["the form", form, {}, ["F", "FT", "1900"]],
    ["Dublin Core where the form is blank", {}, { dublinCore }, ["D1; D2", "DT", "1901"]],
    ["the form over Dublin Core and EML", form, { dublinCore, eml }, ["F", "FT", "1900"]],
    ["Dublin Core over EML", {}, { dublinCore, eml }, ["D1; D2", "DT", "1901"]],
    ["EML where the form is blank", { title: "FT" }, { eml }, ["E", "FT", "1902"]],
    ["DataCite over the form", form, { dublinCore, eml, dataCite }, ["C", "CT", "1903"]],
    ["the ERC over all", form, ALL, ["R", "RT", "1904"]],
    [
      "each fact for itself",
      { title: "FT" },
      { dublinCore, erc: { when: "1904", localIds: [] } },
      ["D1; D2", "FT", "1904"],
    ],
    [
      "nothing for (:unas)",
      { creator: "(:unas)" },
      { dublinCore, erc: { who: "(:unas)", localIds: [] } },
      ["D1; D2", "DT", "1901"],
    ],
  ])("takes %s", (_, given, files, expected) => {
    expect(citation(given, files)).toEqual(expected);
  });

  it("puts the form's local ids first, then those of the ERC, then of Dublin Core, each once", () => {
    const files = {
      erc: { localIds: ["e", "f"] },
      dublinCore: { identifier: ["d", "f", "(:unas)", "ark:/99999/fk4x", "https://n2t.net/ark:/99999/fk4y"] },
    };
    const given = { ...BLANK, localIds: ["f", "g"] };
    expect(mergeFacts(given, files, RULES).localIds).toEqual(["f", "g", "e", "d"]);
    expect(mergeFacts(given, files, { suppressDublinCoreLocalId: true }).localIds).toEqual(["f", "g", "e"]);
  });

  it("takes an identifier that only ends like an ARK's beginning, and names the file of one too long", () => {
    const local = { dublinCore: { identifier: ["park:7"] } };
    expect(mergeFacts(BLANK, local, RULES).localIds).toEqual(["park:7"]);
    const long = { dublinCore: { identifier: ["x".repeat(256)] } };
    expect(() => mergeFacts(BLANK, long, RULES)).toThrow(
      expect.objectContaining({
        code: "bad_identifier",
        message: expect.stringMatching(/^mrt-dc\.xml: /),
      }),
    );
  });

  it("takes the ARK of the ERC, and refuses one that differs from the form's", () => {
    const erc = { ark: "ark:/99999/fk4a", localIds: [] };
    expect(mergeFacts(BLANK, { erc }, RULES).suppliedArk).toBe("ark:/99999/fk4a");
    const same = { ...BLANK, suppliedArk: "ark:/99999/fk4a" };
    expect(mergeFacts(same, { erc }, RULES).suppliedArk).toBe("ark:/99999/fk4a");
    expect(mergeFacts(same, { erc: { localIds: [] } }, RULES).suppliedArk).toBe("ark:/99999/fk4a");
    expect(() => mergeFacts({ ...BLANK, suppliedArk: "ark:/99999/fk4b" }, { erc }, RULES)).toThrow(
      expect.objectContaining({
        code: "bad_identifier",
        message: expect.stringContaining("ark:/99999/fk4b"),
      }),
    );
  });

  it("comes to the same when what it came to is merged again", () => {
    const once = mergeFacts({ ...BLANK, title: "FT", localIds: ["a"] }, ALL, RULES);
    expect(mergeFacts(once, ALL, RULES)).toEqual(once);
  });
});

it("mergeDublinCore puts the file's values first and leaves blank elements out", () => {
  expect(
    mergeDublinCore({ creator: ["A", "B"], title: [] }, { creator: ["B", "C"], rights: ["free"], date: [] }),
  ).toEqual({ creator: ["A", "B", "C"], rights: ["free"] });
});
