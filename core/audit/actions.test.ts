import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { HOLDABLES } from "../hold/holdable.ts";
import { AUDIT_ACTIONS, AUDIT_KINDS, actionsOf, isAuditAction } from "./actions.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SOURCES = ["operations", "scripts/consistency"].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => readFileSync(path.join(ROOT, folder, file), "utf8")),
);

/** Acts whose code is put together where they are written: the two verbs of everything that can be held. */
const PUT_TOGETHER = HOLDABLES.flatMap((on) =>
  (["hold", "release"] as const).map((verb) => [`${on}.${verb}`, `action: \`\${on}.${verb}\``] as const),
);
const WRITTEN = new Map<string, string>(PUT_TOGETHER);
const isFormer = (entry: object) => "now" in entry;
const PRESENT = Object.entries(AUDIT_ACTIONS).filter(([, entry]) => !isFormer(entry));

describe("AUDIT_ACTIONS", () => {
  it.each(PRESENT.map(([action]) => action))("%s is written somewhere", (action) => {
    const text = WRITTEN.get(action) ?? `"${action}"`;
    expect(SOURCES.filter((source) => source.includes(text)).length).toBeGreaterThan(0);
  });

  it("has what was written under former codes under its present one, with the same words", () => {
    const former = Object.values(AUDIT_ACTIONS).filter(isFormer);
    expect(former).toEqual([
      { ...AUDIT_ACTIONS["collection.release"], now: "collection.release" },
      { ...AUDIT_ACTIONS["intake.release"], now: "intake.release" },
    ]);
  });

  it("says each act in words of its own, of whoever did it", () => {
    const words = PRESENT.map(([, entry]) => entry.words);
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
