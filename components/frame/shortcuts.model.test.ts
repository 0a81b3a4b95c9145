import { describe, expect, it } from "vitest";
import { roomsOf } from "./rooms.model.ts";
import { readKey } from "./shortcuts.model.ts";

const press = (key: string, part = {}) => ({ key, modified: false, writing: false, ...part });

describe("readKey", () => {
  it.each([
    [press("g"), false, { kind: "await-room" }],
    [press("b"), true, { kind: "go", href: "/batches" }],
    [press("j"), true, { kind: "go", href: "/jobs" }],
    [press("j"), false, { kind: "row", step: 1 }],
    [press("k"), false, { kind: "row", step: -1 }],
    [press("b"), false, { kind: "none" }],
    [press("z"), true, { kind: "none" }],
    [press("/"), true, { kind: "search" }],
    [press("?"), false, { kind: "help" }],
    [press("Escape"), false, { kind: "up" }],
    [press("j", { writing: true }), false, { kind: "none" }],
    [press("k", { modified: true }), false, { kind: "none" }],
    [press("constructor"), false, { kind: "none" }],
  ])("%j after g: %s", (key, awaits, command) => {
    expect(readKey(key, awaits, roomsOf("admin"))).toEqual(command);
  });

  it("goes only to rooms the role has", () => {
    expect(readKey(press("m"), true, roomsOf("depositor"))).toEqual({ kind: "none" });
  });
});
