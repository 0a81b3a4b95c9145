import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const ROOMS = ["app", "operations", "prisma", "worker", "lib"];
/** What puts text into SQL without parameters. */
const UNSAFE = /\$(?:query|execute)RawUnsafe|Prisma\.raw\b/;

/**
 * A condition that scripts ask too, with nothing in it that anybody gives; and lists of core's own words, letters alone,
 * which have to be literals for the planner to take a partial index.
 */
const OWN_TEXT = [path.join("prisma", "store", "audit.ts"), path.join("prisma", "store", "states-sql.ts")];

const FILES = ROOMS.flatMap((room) =>
  readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("generated"))
    .map((file) => path.join(room, file)),
);

it("all SQL has its values as parameters", () => {
  expect(FILES.length).toBeGreaterThan(100);
  expect(FILES.filter((file) => UNSAFE.test(readFileSync(path.join(ROOT, file), "utf8")))).toEqual(OWN_TEXT);
});
