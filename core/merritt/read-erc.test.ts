import { describe, expect, it } from "vitest";
import { readErc } from "./read-erc.ts";

const NOTHING = { who: undefined, what: undefined, when: undefined, primary: undefined, localIds: [] };

describe("readErc", () => {
  it("reads the four kernel elements", () => {
    // the example of Kernel Metadata and Electronic Resource Citations, section 2
    const text =
      "erc:\nwho:    Gibbon, Edward\nwhat:   The Decline and Fall\nwhen:   1781\nwhere:  http://example.org/gb";
    expect(readErc(text)).toEqual({
      who: "Gibbon, Edward",
      what: "The Decline and Fall",
      when: "1781",
      primary: undefined,
      localIds: ["http://example.org/gb"],
    });
  });

  it.each([
    [
      "CR and LF, upper case, blanks",
      "WHO : Ada\r\nWhat:Notes\rwhen:1843",
      { who: "Ada", what: "Notes", when: "1843" },
    ],
    ["several, parted by semicolons", "who: Ada\nwho: Bo", { who: "Ada; Bo" }],
    ["lines that go on", "what: Notes\n  on maps\n\ton seas", { what: "Notes on maps on seas" }],
    ["a colon in the value", "what: Notes: a beginning", { what: "Notes: a beginning" }],
    [
      "no value nobody assigned",
      "who: (:unas)\nwhat: (:unas)\nwhen: (:unkn)\nwho: Ada",
      { who: "Ada", when: "(:unkn)" },
    ],
    ["lines that are none", "whom: x\n# who: y\nwho\n\n", {}],
    [
      "an ARK among the places",
      "where: x-1\nwhere: ark:/1/2\nwhere: ark:/3/4",
      { primary: "ark:/1/2", localIds: ["x-1", "ark:/3/4"] },
    ],
    ["an ARK with a resolver", "where: https://n2t.net/ark:/1/2", { primary: "https://n2t.net/ark:/1/2" }],
    ["no more than 3,500 characters", `who: ${"x".repeat(4000)}`, { who: "x".repeat(3500) }],
  ])("takes %s", (_, text, found) => {
    expect(readErc(text)).toEqual({ ...NOTHING, ...found });
  });
});
