import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf, isAuditAction } from "./actions.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SOURCES = ["operations", "scripts/consistency"].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(ROOT, folder, file), "utf8")),
);

describe("AUDIT_ACTIONS", () => {
  it.each(Object.keys(AUDIT_ACTIONS))("%s is written somewhere", (action) => {
    expect(SOURCES.filter((text) => text.includes(`"${action}"`)).length).toBeGreaterThan(0);
  });

  it("says each act in words of its own, of whoever did it", () => {
    const words = Object.values(AUDIT_ACTIONS).map((entry) => entry.words);
    expect(new Set(words).size).toBe(words.length);
    for (const each of words) expect(each).toMatch(/^[A-Z][^.]+[^.]$/);
  });

  it("has each act in one kind, and no kind without one", () => {
    const kinds = Object.keys(AUDIT_KINDS) as (keyof typeof AUDIT_KINDS)[];
    for (const kind of kinds) expect(actionsOf(kind), kind).not.toEqual([]);
    expect(kinds.flatMap(actionsOf).sort()).toEqual(Object.keys(AUDIT_ACTIONS).sort());
  });
});

describe("isAuditAction", () => {
  it.each([
    ["session.begin", true],
    ["session.dance", false],
    ["toString", false],
  ])("%s: %s", (text, is) => {
    expect(isAuditAction(text)).toBe(is);
  });
});
