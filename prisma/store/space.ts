import { gateOpen, type Space } from "../../core/space/admission.ts";
import type { Starved } from "../../core/space/starved.ts";
import type { UploadSpace } from "../../core/space/upload-room.ts";
import type { Db } from "../client.ts";
import { Prisma } from "../generated/client.ts";
import type { Sql } from "../sql.ts";
import { needOf } from "./file.ts";
import { JOB_IS } from "./states-sql.ts";

/** The job has ended, so its files in working storage are merely kept. */
const HAS_ENDED = Prisma.sql`job.state IN ${JOB_IS.ended}`;

/**
 * For a statement that reads `job`: the failed job's folder may be removed when space is needed, since
 * a resume can get its files again from their sources or from the kept deposit. Folders of hard links alone do not
 * qualify, since they hold no bytes of their own. The batch is looked up for those alone whose answer depends on it.
 */
export const GIVES_WAY = Prisma.sql`(job.state = 'Failed' AND job.folders_until IS NOT NULL AND job.space_reserved > 1
  AND (job.payload_url IS NOT NULL OR (SELECT batch.payload_path IS NOT NULL FROM batch WHERE batch.id = job.batch_id)))`;

/** All its files have arrived; nothing more will be written. */
const IS_WRITTEN = Prisma.sql`job.state IN ${JOB_IS.fetched}`;

export const GATE = "working-storage-gate";

/** Working storage as the worker sees it, in bytes: the jobs' quota, and the space left on the disk. */
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

/** When a job was last let through; null: never. */
async function findLastBegun(tx: Sql): Promise<Date | null> {
  const [gate] = await tx.$queryRaw<{ at: string | null }[]>`
    SELECT value->>'begunAt' AS at FROM setting WHERE key = ${GATE}`;
  return gate?.at ? new Date(gate.at) : null;
}

/**
 * The rule's input on working storage, except the disk, and what the asking jobs already have. `gate`: changes whenever
 * space is reserved; null: there is none yet.
 */
export type Use = Pick<Space, "runningBytes" | "promisedBytes" | "yieldingBytes"> & {
  readonly gate: string | null;
  readonly isOpen: boolean | null;
  readonly runningJobs: number;
  readonly own: ReadonlyMap<string, Own>;
};
export type Own = { readonly bytes: number; readonly promised: number };

/**
 * What jobs use of working storage, in bytes. The folder of an ended job is merely kept, and gives way if its files can
 * be fetched again. For a job that is downloading, everything it reserved counts as promised, since its rows do not say
 * how much it has written; this errs on the safe side.
 */
export async function readUse(tx: Sql, jobIds: readonly string[]): Promise<Use> {
  const rows = await tx.$queryRaw<KeptUse[]>`
    SELECT (SELECT xmin::text FROM setting WHERE key = ${GATE}) AS gate,
      (SELECT (value->>'open')::boolean FROM setting WHERE key = ${GATE}) AS "isOpen",
      COALESCE(sum(space_reserved) FILTER (WHERE NOT ended), 0)::float8 AS "runningBytes",
      COALESCE(sum(space_reserved) FILTER (WHERE NOT ended AND NOT written), 0)::float8 AS "promisedBytes",
      count(*) FILTER (WHERE NOT ended)::int AS "runningJobs",
      COALESCE(sum(space_reserved) FILTER (WHERE ended AND gives_way), 0)::float8 AS "yieldingBytes",
      COALESCE(jsonb_object_agg(id, jsonb_build_array(space_reserved, CASE WHEN written THEN 0 ELSE space_reserved END))
        FILTER (WHERE id = ANY(${[...jobIds]}::text[]) AND NOT ended), '{}') AS own
    FROM (
      SELECT job.id, space_reserved, ${HAS_ENDED} AS ended, ${IS_WRITTEN} AS written, ${GIVES_WAY} AS gives_way
      FROM job WHERE space_reserved > 0
    ) AS kept`;
  return readKept(rows[0]);
}

type KeptUse = Omit<Use, "own"> & { readonly own: Readonly<Record<string, readonly [number, number]>> };

function readKept(kept: KeptUse | undefined): Use {
  if (!kept) throw new Error("nothing was read");
  const own = Object.entries(kept.own).map(([id, [bytes, promised]]) => [id, { bytes, promised }] as const);
  return { ...kept, own: new Map(own) };
}

/** Whether working storage lets new work begin: closed while running jobs use more than 80 %, open again below 70 %. */
export async function isStorageOpen(db: Db, storage: Storage): Promise<boolean> {
  return db.transact(async (tx) => {
    const wasOpen = await lockGate(tx);
    const { runningBytes } = await readUse(tx, []);
    const open = gateOpen({ ...storage, runningBytes, open: wasOpen });
    if (open !== wasOpen) await setGate(tx, open);
    return open;
  });
}

/**
 * Sets what a job actually needed, once it is downloaded; needs no gate, since the bytes are already on disk. `bytes`: if
 * that is known; otherwise its files are added up.
 */
export async function correctSpace(tx: Sql, jobId: string, fence: bigint, bytes?: bigint): Promise<void> {
  const need = bytes === undefined ? needOf(jobId) : Prisma.sql`${bytes}::bigint`;
  await tx.$executeRaw`
    UPDATE job SET space_needed = need.bytes, space_reserved = GREATEST(need.bytes, 1)
    FROM (SELECT ${need} AS bytes) AS need
    WHERE id = ${jobId} AND fence = ${fence}`;
}

/**
 * Gives back a job's reservation and saves what it turned out to need, in bytes, which it will ask for next time. Its
 * received container bytes are dropped.
 */
export async function giveSpaceBack(tx: Sql, jobId: string, fence: bigint, needBytes: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE job SET space_needed = ${needBytes}::bigint, space_reserved = 0, received = 0
    WHERE id = ${jobId} AND fence = ${fence}`;
}

/**
 * Work that has waited for working storage for `afterMs` or longer, by the database's clock: jobs that can never fit;
 * those waiting for room, if no job was let through for as long; and all that wait because a disk is full.
 */
export async function findStarved(
  tx: Sql,
  afterMs: number,
): Promise<Omit<Starved, "quotaBytes" | "freeBytes">> {
  const lastBegun = await findLastBegun(tx);
  const [starved] = await tx.$queryRaw<Omit<Starved, "quotaBytes" | "freeBytes">[]>`
    WITH late AS (
      SELECT id, wait_code FROM job
      WHERE state IN ${JOB_IS.takingSpace} AND wait_code IN ('working_storage_full', 'never_fits')
        AND state_at < clock_timestamp() - ${afterMs}::float8 * interval '1 millisecond'
    ), kept AS (
      SELECT COALESCE(sum(space_reserved) FILTER (WHERE NOT ended), 0)::float8 AS running,
        COALESCE(sum(space_reserved) FILTER (WHERE ended), 0)::float8 AS folders
      FROM (SELECT space_reserved, ${HAS_ENDED} AS ended FROM job WHERE space_reserved > 0) AS job
    )
    SELECT CASE WHEN ${lastBegun}::timestamptz IS NULL
        OR ${lastBegun}::timestamptz < clock_timestamp() - ${afterMs}::float8 * interval '1 millisecond'
      THEN (SELECT count(*)::int FROM late WHERE wait_code = 'working_storage_full') ELSE 0 END AS "waitingJobs",
      (SELECT count(*)::int FROM late WHERE wait_code = 'never_fits') AS "tooLargeJobs",
      (SELECT min(id) FROM late WHERE wait_code = 'never_fits') AS "tooLargeJob",
      (SELECT count(*)::int FROM job WHERE state IN ${JOB_IS.begun}
        AND wait_code = 'disk_full') AS "diskFullJobs",
      (SELECT running FROM kept) AS "runningBytes", (SELECT folders FROM kept) AS "folderBytes",
      COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)::float8 AS "uploadBytes"`;
  if (!starved) throw new Error("nothing was read");
  return starved;
}

/**
 * What kept uploads and running jobs use of working storage, in bytes. Read before an upload begins: the first sum
 * comes from `batch_payload_idx` alone, which has only batches whose payload is kept.
 */
export async function readUploadUse(tx: Sql): Promise<Pick<UploadSpace, "keptBytes" | "runningBytes">> {
  const [use] = await tx.$queryRaw<Pick<UploadSpace, "keptBytes" | "runningBytes">[]>`
    SELECT COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)::float8 AS "keptBytes",
      COALESCE((SELECT sum(space_reserved) FROM job WHERE space_reserved > 0 AND NOT ${HAS_ENDED}), 0)::float8 AS "runningBytes"`;
  return use ?? { keptBytes: 0, runningBytes: 0 };
}
