import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { Prisma } from "../generated/client.ts";
import { BATCH_IS, JOB_IS, STATUS_IS, wordList } from "./states-sql.ts";

const FOLDER = path.resolve(import.meta.dirname, "../migrations");
const MIGRATIONS = readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map((name) => readFileSync(path.join(FOLDER, name, "migration.sql"), "utf8"))
  .join("\n");

/** The statement that creates an index; of several, the last one. */
function indexNamed(name: string): string {
  const found = MIGRATIONS.match(new RegExp(`CREATE INDEX "${name}"[^;]*;`, "g"))?.at(-1);
  if (found === undefined) throw new Error(`No migration makes ${name}.`);
  return found;
}

describe("lists of states in SQL", () => {
  it("are literals without parameters", () => {
    const { text, values } = Prisma.sql`SELECT FROM job WHERE id = ${"a"} AND state NOT IN ${JOB_IS.ended}`;
    expect(text).toBe("SELECT FROM job WHERE id = $1 AND state NOT IN ('Completed', 'Failed', 'Deleted')");
    expect(values).toEqual(["a"]);
  });

  it.each([
    ["job_open_idx", `"state" NOT IN ${JOB_IS.ended.text}`],
    ["job_untold_idx", `"state" IN ${JOB_IS.ended.text}`],
    ["batch_locking_idx", `"submission_status" NOT IN ${STATUS_IS.final.text}`],
    ["batch_untouched_idx", `"state" IN ${BATCH_IS.unbegun.text}`],
  ])("stand in the partial index %s word for word", (name, condition) => {
    expect(indexNamed(name)).toContain(condition);
  });

  it.each([
    [[]],
    [["Failed", ""]],
    [["it's"]],
    [["Failed') OR ('a' = 'a"]],
    [["two words"]],
    [["Failed\n"]],
    [["Größe"]],
  ])("cannot be made of %j", (words) => {
    expect(() => wordList(words)).toThrow(/no words for SQL/);
  });
});
