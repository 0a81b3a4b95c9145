import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { olderThan } from "./older-than.ts";

type FolderKind = "batches" | "jobs";

const ENDED = Prisma.sql`('Completed', 'Failed', 'Deleted')`;

/** A row that has ended long ago and does not count on its folder, or is about to lose it and did not. */
const unneeded = {
  batches: (graceMs: number) => Prisma.sql`state IN ${ENDED} AND ${olderThan(Prisma.sql`state_at`, graceMs)}
    AND (payload_path IS NULL OR state <> 'Failed')`,
  jobs: (graceMs: number) => Prisma.sql`state IN ${ENDED} AND ${olderThan(Prisma.sql`state_at`, graceMs)}
    AND (working_directory IS NULL OR state <> 'Failed')`,
} as const satisfies Record<FolderKind, (graceMs: number) => Prisma.Sql>;

const TABLES = { batches: Prisma.sql`batch`, jobs: Prisma.sql`job` } as const satisfies Record<
  FolderKind,
  Prisma.Sql
>;

/** Which of these ids have a row that counts on its folder, now or soon. Some hundred at a time. */
export async function listNeededFolders(
  tx: Sql,
  kind: FolderKind,
  ids: readonly string[],
  graceMs: number,
): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM ${TABLES[kind]} WHERE id = ANY(${[...ids]}::text[]) AND NOT (${unneeded[kind](graceMs)})`;
  return new Set(rows.map(({ id }) => id));
}

/** Makes the row of a folder that is not needed say that it is gone. Nothing happens where there is no such row. */
export async function forgetFolder(tx: Sql, kind: FolderKind, id: string, graceMs: number): Promise<void> {
  await (kind === "batches"
    ? tx.$executeRaw`UPDATE batch SET payload_path = NULL WHERE id = ${id} AND ${unneeded.batches(graceMs)}`
    : tx.$executeRaw`
        UPDATE job SET working_directory = NULL, space_reserved = 0, folders_until = NULL
        WHERE id = ${id} AND ${unneeded.jobs(graceMs)}`);
}
