import type { Space } from "../../../core/space/admission.ts";
import type { Sql } from "../../sql.ts";
import { GIVES_WAY, HAS_ENDED, IS_WRITTEN } from "./kept-sql.ts";

const GATE = "working-storage-gate";

/** Working storage as the worker sees it, in bytes: what jobs may take, and what the disk has left for them. */
export type Storage = { readonly quotaBytes: number; readonly freeBytes: number };

/** Locks the gate of working storage until the transaction ends. @returns whether it was open */
export async function lockGate(tx: Sql): Promise<boolean> {
  const [gate] = await tx.$queryRaw<{ open: boolean }[]>`
    INSERT INTO setting (key, value) VALUES (${GATE}, '{"open": true}')
    ON CONFLICT (key) DO UPDATE SET key = excluded.key
    RETURNING (value->>'open')::boolean AS open`;
  return gate?.open ?? true;
}

/** Opens or shuts the gate; `hasBegun`: a job was let through it now. */
export async function setGate(tx: Sql, open: boolean, hasBegun = false): Promise<void> {
  await tx.$executeRaw`
    UPDATE setting SET updated_at = clock_timestamp(), value = value || jsonb_build_object('open', ${open}::boolean)
      || CASE WHEN ${hasBegun}::boolean THEN jsonb_build_object('begunAt', clock_timestamp()) ELSE '{}' END
    WHERE key = ${GATE}`;
}

/** When a job was last let through, and since when nobody has asked otherwise; null: never. */
export async function findLastBegun(tx: Sql): Promise<Date | null> {
  const [gate] = await tx.$queryRaw<{ at: string | null }[]>`
    SELECT value->>'begunAt' AS at FROM setting WHERE key = ${GATE}`;
  return gate?.at ? new Date(gate.at) : null;
}

/** What the rule asks of working storage, but for the gate and the disk; and what the asking jobs have of it. */
export type Use = Pick<Space, "runningBytes" | "promisedBytes" | "yieldingBytes"> & {
  readonly runningJobs: number;
  readonly own: ReadonlyMap<string, Own>;
};
export type Own = { readonly bytes: number; readonly promised: number };

/**
 * What jobs take of working storage, in bytes. A job that has ended runs no more: its folder is kept, and gives way when
 * its files can be had again. Of a job that is downloading all it reserved counts as promised, since what it has written
 * is not known from its rows: that errs on the side of the disk.
 */
export async function readUse(tx: Sql, jobIds: readonly string[]): Promise<Use> {
  const rows = await tx.$queryRaw<KeptUse[]>`
    SELECT
      COALESCE(sum(space_reserved) FILTER (WHERE NOT ended), 0)::float8 AS "runningBytes",
      COALESCE(sum(space_reserved) FILTER (WHERE NOT ended AND NOT written), 0)::float8 AS "promisedBytes",
      count(*) FILTER (WHERE NOT ended)::int AS "runningJobs",
      COALESCE(sum(space_reserved) FILTER (WHERE ended AND gives_way), 0)::float8 AS "yieldingBytes",
      COALESCE(jsonb_object_agg(id, jsonb_build_array(space_reserved, CASE WHEN written THEN 0 ELSE space_reserved END))
        FILTER (WHERE id = ANY(${[...jobIds]}::text[]) AND NOT ended), '{}') AS own
    FROM (
      SELECT job.id, space_reserved, ${HAS_ENDED} AS ended, ${IS_WRITTEN} AS written, ${GIVES_WAY} AS gives_way
      FROM job JOIN batch ON batch.id = job.batch_id WHERE space_reserved > 0
    ) AS kept`;
  return readKept(rows[0]);
}

type KeptUse = Omit<Use, "own"> & { readonly own: Readonly<Record<string, readonly [number, number]>> };

function readKept(kept: KeptUse | undefined): Use {
  if (!kept) return { runningBytes: 0, promisedBytes: 0, yieldingBytes: 0, runningJobs: 0, own: new Map() };
  const own = Object.entries(kept.own).map(([id, [bytes, promised]]) => [id, { bytes, promised }] as const);
  return { ...kept, own: new Map(own) };
}
