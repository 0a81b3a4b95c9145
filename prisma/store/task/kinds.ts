import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A task's definition as the web needs it. `schema`: JSON Schema; null where only a worker can judge the input. */
export type TaskKindRow = {
  readonly name: string;
  readonly version: number;
  readonly description: string | null;
  readonly schema: unknown;
  readonly key: readonly string[];
  readonly blocksLane: boolean;
  readonly isOpen: boolean;
  readonly needsKey: boolean;
};

/** Enters the tasks a worker knows. Of two workers with different versions of one, the later to start is believed. */
export async function registerKinds(tx: Sql, kinds: readonly TaskKindRow[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO task_kind (name, version, description, schema, key, blocks_lane, is_open, needs_key, seen_at)
    SELECT kind.name, kind.version, kind.description, kind.schema,
      ARRAY(SELECT jsonb_array_elements_text(kind.key)), kind."blocksLane", kind."isOpen", kind."needsKey", clock_timestamp()
    FROM jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) AS kind
      (name text, version int, description text, schema jsonb, key jsonb, "blocksLane" boolean, "isOpen" boolean, "needsKey" boolean)
    ORDER BY kind.name
    ON CONFLICT (name) DO UPDATE SET version = excluded.version, description = excluded.description,
      schema = excluded.schema, key = excluded.key, blocks_lane = excluded.blocks_lane, is_open = excluded.is_open,
      needs_key = excluded.needs_key, seen_at = excluded.seen_at`;
}

/** Notes that a worker that knows these tasks is there. To be called more often than once in GONE_MS. */
export async function seeKinds(tx: Sql, names: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE task_kind SET seen_at = clock_timestamp() WHERE name = ANY(ARRAY(
      SELECT name FROM task_kind WHERE name = ANY(${[...names]}::text[]) ORDER BY name FOR NO KEY UPDATE))`;
}

/** After which a task is known no longer that no worker has named, while others of theirs were. */
const GONE_MS = 600_000;

/**
 * A row of `task_kind` that workers know. Compared with what was seen last, not with the clock: while no worker is there at
 * all, nobody can tell what the next one knows, and tasks are accepted for it.
 */
export const IS_KNOWN = Prisma.sql`(seen_at > (SELECT max(seen_at) FROM task_kind) - ${GONE_MS}::float8 * interval '1 millisecond')`;

const KIND = Prisma.sql`name, version, description, schema, key, blocks_lane AS "blocksLane", is_open AS "isOpen",
  needs_key AS "needsKey"`;

/** A task that workers know by now. */
export async function findKind(tx: Sql, name: string): Promise<TaskKindRow | undefined> {
  const [row] = await tx.$queryRaw<
    TaskKindRow[]
  >`SELECT ${KIND} FROM task_kind WHERE name = ${name} AND ${IS_KNOWN}`;
  return row;
}

/** All that workers know by now, by name. */
export async function listKinds(tx: Sql): Promise<readonly TaskKindRow[]> {
  return tx.$queryRaw<TaskKindRow[]>`SELECT ${KIND} FROM task_kind WHERE ${IS_KNOWN} ORDER BY name`;
}
