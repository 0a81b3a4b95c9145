import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DIGEST_ALGORITHMS } from "../digest/algorithms.ts";
import { COLUMNS } from "./columns.ts";
import { MANIFEST_PROFILES, TYPE_FIELD } from "./kinds.ts";
import { describeProblem, MANIFEST_PROBLEMS } from "./problems.ts";

const PAGE = readFileSync(new URL("../../docs/reference/manifest.md", import.meta.url), "utf8");

function section(heading: string): string {
  return PAGE.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

function tableOf(heading: string): [code: string, sentence: string][] {
  return [...section(heading).matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, code = "", sentence = ""]) => [
    code,
    sentence.replaceAll("\\|", "|"),
  ]);
}

function catalogueOf(severity: "problem" | "warning"): [code: string, sentence: string][] {
  return Object.entries(MANIFEST_PROBLEMS)
    .filter(([, entry]) => entry.severity === severity)
    .map(([code, { sentence }]) => [code, sentence]);
}

describe("docs/reference/manifest.md", () => {
  it("lists every problem with its sentence", () => {
    expect(tableOf("Problems")).toEqual(catalogueOf("problem"));
  });

  it("lists every warning with its sentence", () => {
    expect(tableOf("Warnings")).toEqual(catalogueOf("warning"));
  });

  it("names every type, profile, column and digest", () => {
    for (const word of [...Object.keys(TYPE_FIELD), ...Object.values(MANIFEST_PROFILES)]) {
      expect(section("Kinds")).toContain(`\`${word}\``);
    }
    for (const column of Object.values(COLUMNS)) expect(section("Columns")).toContain(`\`${column}\``);
    expect(section("Digests")).toContain(`Accepted: ${Object.keys(DIGEST_ALGORITHMS).join(", ")}.`);
  });
});

describe("describeProblem", () => {
  it("fills in the facts", () => {
    expect(describeProblem(7, "name_twice", { name: "a.txt", other: 1234 })).toEqual({
      line: 7,
      code: "name_twice",
      message: 'The file name "a.txt" is already on line 1,234. Give each file a name of its own.',
    });
  });

  it("takes text literally and masks it", () => {
    const { message } = describeProblem(1, "size_invalid", { found: "{found} $& https://u:p@h.example/" });
    expect(message).toContain('The size "{found} $& https://***@h.example/" is not');
  });
});
