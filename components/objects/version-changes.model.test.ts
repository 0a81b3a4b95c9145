import { expect, it } from "vitest";
import { changesLine, changesListed, wantedChange } from "./version-changes.model.ts";

const changes = { added: 2, changed: 0, removed: 1, kept: 1_200 };

it.each([
  [changes, "2 added, 1 removed, 1,200 kept"],
  [{ added: 0, changed: 1, removed: 0, kept: 0 }, "1 changed"],
  [{ added: 0, changed: 0, removed: 0, kept: 7 }, "nothing changed"],
  [{ added: 0, changed: 0, removed: 0, kept: 0 }, "nothing changed"],
])("%j in a line", (given, line) => {
  expect(changesLine(given)).toBe(line);
});

it("counts what a list shows", () => {
  expect([undefined, "kept", "changed"].map((kind) => changesListed(changes, wantedChange(kind)))).toEqual([
    3, 1_200, 0,
  ]);
  expect(wantedChange("toString")).toBeUndefined();
});
