import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../root.ts";

export const MIGRATIONS = path.join(ROOT, "prisma", "migrations");

export interface Migration {
  /** The folder's name, `YYYYMMDDHHMMSS_verb_noun`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file's bytes in hex, as Prisma keeps it. */
  readonly checksum: string;
}

/** The migrations of a folder in Prisma's layout, in the order they are applied. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(path.join(folder, name, "migration.sql"));
  return { name, sql: bytes.toString("utf8"), checksum: createHash("sha256").update(bytes).digest("hex") };
}
