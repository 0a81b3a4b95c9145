import { describe, expect, it } from "vitest";
import { readErc } from "./read-erc.ts";

const read = (text: string) => readErc(text, "mrt-erc.txt");

describe("readErc", () => {
  it("reads who, what, when and where", () => {
    expect(
      read(
        "erc:\r\n# a comment\r\nwho: Gibbon, Edward\r\nwhat: The Decline and Fall\r\n   of the Roman Empire\r\nwhen: 1776\r\nwhere: http://n2t.net/ark:/99999/fk4-gib\r\nwhere: gib-1; gib-2\r\nwhere: ark:/99999/other\r\nwhere: (:unas)\r\nhow: leather\r\nno colon here\r\n",
      ),
    ).toEqual({
      who: "Gibbon, Edward",
      what: "The Decline and Fall of the Roman Empire",
      when: "1776",
      ark: "ark:/99999/fk4gib",
      localIds: ["gib-1", "gib-2", "ark:/99999/other"],
    });
  });

  it.each<[string, object]>([
    ["", { localIds: [] }],
    ["who: (:unas)\nwhat:\nwhen:   ", { localIds: [] }],
    ["who: A\nwho: B", { who: "A; B", localIds: [] }],
    ["Who: A\nWHAT : B\rwhen:1843", { who: "A", what: "B", when: "1843", localIds: [] }],
    ["what: on maps\n\ton seas", { what: "on maps on seas", localIds: [] }],
    ["whom: x\n# who: y\nwho\n\n", { localIds: [] }],
    ["when: (:unkn)", { when: "(:unkn)", localIds: [] }],
    ["Where: x-1\nwhere: ark:12345/x2", { ark: "ark:/12345/x2", localIds: ["x-1"] }],
    ["where: https://n2t.net/ark:/12345/x2", { ark: "ark:/12345/x2", localIds: [] }],
    ["what: a: b", { what: "a: b", localIds: [] }],
    ["what: t\u0000a\u0007b", { what: "t a b", localIds: [] }],
    [" continued: nothing above\nwhat: x", { what: "x", localIds: [] }],
    ["where: park:7", { localIds: ["park:7"] }],
  ])("reads %j", (text, expected) => {
    expect(JSON.parse(JSON.stringify(read(text)))).toEqual(expected);
  });

  it("cuts values at 3,500 characters, never within one", () => {
    expect(read(`what: ${"x".repeat(4_000)}`).what).toBe("x".repeat(3_500));
    expect(read(`what: ${"x".repeat(3_499)}\u{1f600}`).what).toBe("x".repeat(3_499));
  });

  it.each([
    ["what: x\nwhere: ark:/99999/", 2, "cannot be used as an ARK"],
    [`where: ${"l".repeat(300)}`, 1, "longer than 255"],
  ])("names the line of a bad identifier: %j", (text, line, words) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "bad_identifier",
        message: expect.stringMatching(new RegExp(`^mrt-erc\\.txt, line ${line}: .*${words}`)),
        problems: [expect.objectContaining({ line })],
      }),
    );
  });
});
