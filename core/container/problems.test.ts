import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BAG_PROBLEMS } from "../bagit/problems.ts";
import { CONTAINER_LIMITS } from "./limits.ts";
import { OWN_MANIFEST_PROBLEMS } from "./own-manifest.ts";
import { CONTAINER_PROBLEMS, describeEntryProblem } from "./problems.ts";

const PAGE = readFileSync(new URL("../../docs/reference/containers.md", import.meta.url), "utf8");

/** Codes with what stands in their last column, between a heading and the next one. */
function rowsOf(heading: string): Record<string, string> {
  const part = PAGE.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const rows = [...part.matchAll(/^\| `(\w+)` \|.*?([^|]+) \|$/gm)];
  return Object.fromEntries(rows.map(([, code = "", sentence = ""]) => [code, sentence.trim()]));
}

const sentencesOf = (table: Readonly<Record<string, { readonly sentence: string }>>) =>
  Object.fromEntries(Object.entries(table).map(([code, { sentence }]) => [code, sentence]));

describe("docs/reference/containers.md", () => {
  it("lists every problem of a container with its error and sentence", () => {
    expect(rowsOf("Problems")).toEqual(sentencesOf(CONTAINER_PROBLEMS));
    for (const [code, { error }] of Object.entries(CONTAINER_PROBLEMS))
      expect(PAGE).toContain(`| \`${code}\` | ${error === null ? "warning" : `\`${error}\``} |`);
  });

  it("lists every problem of a container's own manifest", () => {
    expect(rowsOf("mrt-manifest.txt")).toEqual(sentencesOf(OWN_MANIFEST_PROBLEMS));
  });

  it("lists every problem and warning of a bag", () => {
    expect(rowsOf("Bags")).toEqual(sentencesOf(BAG_PROBLEMS));
  });

  it("has the limits", () => {
    for (const [name, value] of Object.entries(CONTAINER_LIMITS)) {
      const row = PAGE.split("\n").find((line) => line.endsWith(`| \`${name}\` |`));
      expect(row).toContain(value.toLocaleString("en-US"));
    }
  });
});

describe("describeEntryProblem", () => {
  it("fills in the facts and keeps hostile text harmless", () => {
    expect(describeEntryProblem("entry_twice", { name: "a\u202etxt", other: 1, entry: 12_000 })).toEqual({
      line: 0,
      code: "entry_twice",
      message: 'The container has "a\ufffdtxt" twice (entries 1 and 12,000). Keep one.',
    });
  });
});
