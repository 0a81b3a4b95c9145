import { describe, expect, it } from "vitest";
import { readAnvl } from "./read-anvl.ts";

describe("readAnvl", () => {
  it("reads pairs with their lines; a line that begins with a blank goes on with the value above", () => {
    const text = " lost\n# note\nwho: Ada\n  and\r\n\tBo \n\nno pair\nwhat:\n maps\nempty:\n";
    expect(readAnvl(text)).toEqual([
      { key: "who", value: "Ada and Bo", line: 3 },
      { key: "what", value: "maps", line: 8 },
      { key: "empty", value: "", line: 10 },
    ]);
  });

  it("takes no comment for a pair, and no blank line for more of a value", () => {
    expect(readAnvl("# who: Bo\nwho:  Ada \n  \n and\n:x\nno: #\n")).toEqual([
      { key: "who", value: "Ada and", line: 2 },
      { key: "", value: "x", line: 5 },
      { key: "no", value: "#", line: 6 },
    ]);
  });

  it("reads a value of a million lines in one go", () => {
    const [pair] = readAnvl(`what: a\n${" b\n".repeat(1_000_000)}`);
    expect(pair?.value).toBe(`a${" b".repeat(1_000_000)}`);
  });
});
