import { describe, expect, it } from "vitest";
import type { FileCheck } from "./check-file.ts";
import { changeItems, depositWords, hindrance, type Item, newItem, nextAttempt } from "./deposit.model.ts";

const CHECK: FileCheck = {
  kind: "SingleFile",
  objects: 1,
  files: 1,
  sizeBytes: 5,
  problems: [],
  problemCount: 0,
  warnings: [],
  warningCount: 0,
};
const reading = newItem("a", new File(["abc"], "a.tif"));
const ready = (part: Partial<FileCheck> = {}, key = "b"): Item => ({
  ...newItem(key, new File(["abc"], "b.tif")),
  check: { kind: "ready", check: { ...CHECK, ...part } },
});
const sent: Item = { ...ready({ objects: 9 }), send: { kind: "accepted", batchId: "bid-1" } };

describe("changeItems", () => {
  it("adds, changes and removes", () => {
    const two = changeItems([reading], { kind: "add", items: [ready()] });
    expect(two.map((item) => item.key)).toEqual(["a", "b"]);
    const changed = changeItems(two, { kind: "change", key: "a", part: { check: { kind: "unreadable" } } });
    expect(changed.map((item) => item.check.kind)).toEqual(["unreadable", "ready"]);
    expect(changeItems(changed, { kind: "remove", key: "a" }).map((item) => item.key)).toEqual(["b"]);
    expect(changeItems(two, { kind: "change", key: "gone", part: { type: "file" } })).toEqual(two);
  });
});

describe("hindrance", () => {
  it.each([
    [[ready()], "", false, /collection/],
    [[], "maps", false, /file or manifest/],
    [[ready({ problemCount: 2 }), ready({}, "c")], "maps", false, /1 file with problems/],
    [[{ ...reading, check: { kind: "unreadable" } } as Item], "maps", false, /1 file with problems/],
    [[reading], "maps", false, /being checked/],
    [[ready()], "maps", true, /details/],
  ])("%#", (items, collection, wrong, sentence) => {
    expect(hindrance(items, collection, wrong)).toMatch(sentence);
  });
  it("is none when all is fine", () => {
    expect(hindrance([ready()], "maps", false)).toBeNull();
  });
});

describe("depositWords", () => {
  it.each([
    [[], "Maps", "Deposit to Maps"],
    [[reading], "Maps", "Deposit to Maps"],
    [[ready()], "", "Deposit 1 object, 5 bytes"],
    [
      [ready({ objects: 2, sizeBytes: 1_200_000_000 }), ready({ sizeBytes: 0 }, "c")],
      "Maps",
      "Deposit 3 objects, 1.2 GB, to Maps",
    ],
    [[ready({ objects: 7, sizeBytes: 0 })], "Maps", "Deposit 7 objects, to Maps"],
    [[sent, ready({}, "c")], "Maps", "Deposit 1 object, 5 bytes, to Maps"],
  ])("%#: %s", (items, name, words) => {
    expect(depositWords(items, name)).toBe(words);
  });
});

describe("nextAttempt", () => {
  const first = nextAttempt(ready(), "w", { collection: "maps" }, "k1");
  it("repeats the same deposit with the same key and fields", () => {
    expect(
      nextAttempt({ ...ready(), attempt: first }, "w", { collection: "maps", digestType: "sha-256" }, "k2"),
    ).toBe(first);
  });
  it("takes a new key for a changed one", () => {
    expect(nextAttempt({ ...ready(), attempt: first }, "other", {}, "k2")).toEqual({
      key: "k2",
      wanted: "other",
      fields: {},
    });
  });
});
