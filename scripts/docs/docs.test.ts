import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BATCH_STATES } from "../../core/batch/states.ts";
import { JOB_STATES } from "../../core/job/states.ts";
import { Env } from "../../lib/env.ts";
import { ROOT } from "../root.ts";
import { GROUPS } from "./env.ts";
import { fillBlock, readPage } from "./generated.ts";
import { diagram } from "./states.ts";
import { PAGES } from "./write.ts";

it.each(Object.entries(PAGES))("docs/%s is up to date (npm run docs)", async (name, fill) => {
  const page = await readPage(name);
  expect(page).toBe(fill(page));
});

describe("a generated block", () => {
  const begin = "<!-- generated: a (npm run docs) -->";
  const end = "<!-- end: a -->";

  it("is replaced and nothing else", () => {
    expect(fillBlock(`x\n${begin}\nold\n${end}\ny\n`, "a", "new\n")).toBe(
      `x\n${begin}\n\nnew\n\n${end}\ny\n`,
    );
  });

  it.each([
    ["no comments", "x"],
    ["only the first", `${begin}\nx`],
    ["only the last", `x\n${end}`],
    ["the wrong order", `${end}\n${begin}`],
    ["twice", `${begin}${end}${begin}${end}`],
  ])("needs its comments: %s", (_, page) => {
    expect(() => fillBlock(page, "a", "new")).toThrow("once each");
  });
});

describe("settings", () => {
  it("stand under one heading each", () => {
    expect(Object.values(GROUPS).flat().sort()).toEqual(Object.keys(Env.shape).sort());
  });

  it.each(Object.entries(Env.shape))(
    "%s is described in sentences that fit a table",
    (_, { description }) => {
      expect(description).toMatch(/^[^\n|]+[.]$/);
    },
  );
});

it("draws worker's moves solid, a person's dashed, births and ends", () => {
  const machine = {
    states: ["Held", "Moving", "Gone"],
    births: ["Moving"],
    workerMoves: { Held: [], Moving: ["Held", "Gone"], Gone: [] },
    personMoves: { Held: ["Moving"] },
  };
  expect(diagram(machine).split("\n")).toEqual([
    "```mermaid",
    "flowchart TD",
    "  born((born))",
    "  Held[Held]",
    "  Moving[Moving]",
    "  Gone([Gone])",
    "  born --> Moving",
    "  Moving --> Held",
    "  Moving --> Gone",
    "  Held -.-> Moving",
    "```",
  ]);
});

describe("docs/reference/states.md", () => {
  const sectionOf = async (title: string) => {
    const page = await readPage("reference/states.md");
    const [, section = ""] = page.split(new RegExp(`^## ${title}$`, "m"));
    return section.split(/^## /m)[0] ?? "";
  };

  it.each([
    ["Batch", BATCH_STATES],
    ["Job", JOB_STATES],
  ] as const)("explains every state in its section %s", async (title, states) => {
    const section = await sectionOf(title);
    const rows = [...section.matchAll(/^\| (\w+) \| /gm)]
      .map(([, state]) => state)
      .filter((word) => word !== "state");
    expect(rows.slice(0, states.length)).toEqual([...states]);
  });

  it.each(["Resume", "Submission", "Priority", "Working storage"])("has the section %s", async (title) => {
    expect((await sectionOf(title)).trim()).not.toBe("");
  });

  it.each(["batch", "job"])("names only columns of %s that there are", async (table) => {
    const schema = await readFile(path.join(ROOT, "prisma", "schema", `${table}.prisma`), "utf8");
    const [model = ""] = /^model \w+ \{[\s\S]*?^\}/m.exec(schema) ?? [];
    const columns = model
      .split("\n")
      .map((line) => /@map\("(\w+)"\)/.exec(line)?.[1] ?? /^ {2}(\w+) /.exec(line)?.[1]);
    const section = await sectionOf("Every data element of the seed");
    const named = [...section.matchAll(new RegExp(`\`${table}\\.(\\w+)\``, "g"))].map(([, column]) => column);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((column) => !columns.includes(column))).toEqual([]);
  });
});
