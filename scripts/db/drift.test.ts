import { expect, test } from "vitest";
import { compareCatalogs } from "./drift.ts";

const item = (kind: string, name: string, definition = "") => ({ kind, name, definition });
const allowed = [{ kind: "index", name: "one_in_flight", why: "partial" }] as const;

test.each([
  ["the same on both sides", [item("table", "job")], [item("table", "job")], [], []],
  [
    "a column the migrations lack",
    [item("table", "job")],
    [item("table", "job"), item("column", "job.ark", "text")],
    [],
    ["only in prisma/schema: column job.ark"],
  ],
  [
    "a table the migrations lack is named once, without its columns",
    [],
    [item("table", "job"), item("column", "job.ark", "text")],
    [],
    ["only in prisma/schema: table job"],
  ],
  ["an index made by hand", [item("index", "extra")], [], [], ["only in prisma/migrations: index extra"]],
  ["an index made by hand and listed", [item("index", "one_in_flight")], [], allowed, []],
  [
    "a listed index that nothing makes",
    [],
    [],
    allowed,
    ["listed in scripts/db/hand-written.ts but made by no migration: index one_in_flight"],
  ],
  [
    "a column of another type",
    [item("column", "job.size", "integer")],
    [item("column", "job.size", "bigint")],
    [],
    ['column job.size: migrations "integer", schema "bigint"'],
  ],
])("%s", (_, made, described, listed, differences) => {
  expect(compareCatalogs(made, described, listed)).toEqual(differences);
});
