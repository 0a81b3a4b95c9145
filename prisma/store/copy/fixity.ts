import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { VERSION_FACTS, type VersionFacts } from "./version.ts";

/** The right to go on with a run. Later writes carry `fence`. */
export type HeldRun = { readonly runId: string; readonly fence: bigint };

/** Where a run is: the last object and version that have been read. */
export type RunPlace = {
  readonly collectionId: string;
  readonly afterObject: string;
  readonly afterVersion: number;
};

/**
 * Begins a run for every collection whose newest profile wants one by now: `fixityDays` after the last one began. A collection
 * with a run in progress gets no second one. `uuid` makes ids. @returns how many
 */
export async function beginDueRuns(tx: Sql, uuid: () => string): Promise<number> {
  const due = await tx.$queryRaw<{ id: string }[]>`
    SELECT collection.id FROM collection
    JOIN LATERAL (
      SELECT (settings ->> 'fixityDays')::float8 AS days FROM profile_version
      WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1) AS newest ON TRUE
    WHERE days IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM fixity_run WHERE collection_id = collection.id
          AND (ended_at IS NULL OR started_at > clock_timestamp() - days * interval '1 day'))
      AND EXISTS (SELECT FROM stored_object WHERE collection_id = collection.id AND version > 0)`;
  let begun = 0;
  for (const { id } of due) begun += Number(await beginRun(tx, uuid(), id));
  return begun;
}

/** Begins a run for a collection. @returns false: it has one in progress */
async function beginRun(tx: Sql, runId: string, collectionId: string): Promise<boolean> {
  const begun = await tx.$executeRaw`
    INSERT INTO fixity_run (id, collection_id) VALUES (${runId}, ${collectionId})
    ON CONFLICT (collection_id) WHERE ended_at IS NULL DO NOTHING`;
  return begun > 0;
}

/**
 * Takes a run that has not ended and that nobody works on: the one whose turn was longest ago, so that none holds up the
 * others. `without`: runs to leave alone.
 */
export async function claimRun(
  tx: Sql,
  {
    owner,
    leaseMs,
    without,
  }: { readonly owner: string; readonly leaseMs: number; readonly without: readonly string[] },
): Promise<(HeldRun & RunPlace) | undefined> {
  const [run] = await tx.$queryRaw<(HeldRun & RunPlace)[]>`
    UPDATE fixity_run SET lease_owner = ${owner}, fence = fence + 1, taken_at = clock_timestamp(),
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE id = (
      SELECT id FROM fixity_run
      WHERE ended_at IS NULL AND (lease_until IS NULL OR lease_until < clock_timestamp())
        AND id <> ALL(${[...without]}::text[])
      ORDER BY taken_at NULLS FIRST, started_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id AS "runId", fence, collection_id AS "collectionId", after_object AS "afterObject", after_version AS "afterVersion"`;
  return run;
}

const isMine = ({ runId, fence }: HeldRun) =>
  Prisma.sql`id = ${runId} AND fence = ${fence} AND lease_until IS NOT NULL`;

/** @returns false: the lease is lost */
export async function renewRun(tx: Sql, held: HeldRun, leaseMs: number): Promise<boolean> {
  const renewed = await tx.$executeRaw`
    UPDATE fixity_run SET lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond' WHERE ${isMine(held)}`;
  return renewed > 0;
}

/** Notes that a version has been read in all its storages. @returns false: the lease is lost */
export async function advanceRun(
  tx: Sql,
  held: HeldRun,
  after: { objectId: string; version: number },
): Promise<boolean> {
  const advanced = await tx.$executeRaw`
    UPDATE fixity_run SET after_object = ${after.objectId}, after_version = ${after.version} WHERE ${isMine(held)}`;
  return advanced > 0;
}

/** Gives a run back; `isOver`: everything has been read. @returns false: the lease is lost */
export async function leaveRun(
  tx: Sql,
  held: HeldRun,
  { isOver }: { readonly isOver: boolean },
): Promise<boolean> {
  const left = await tx.$executeRaw`
    UPDATE fixity_run SET lease_owner = NULL, lease_until = NULL,
      ended_at = CASE WHEN ${isOver} THEN clock_timestamp() END
    WHERE ${isMine(held)}`;
  return left > 0;
}

/** The next version a run reads, with the further storages that have a copy of it. Undefined: all have been read. */
export async function findNextToRead(
  tx: Sql,
  { collectionId, afterObject, afterVersion }: RunPlace,
): Promise<(VersionFacts & { readonly copiedTo: readonly string[] }) | undefined> {
  const [next] = await tx.$queryRaw<(VersionFacts & { copiedTo: string[] })[]>`
    SELECT ${VERSION_FACTS}, ARRAY(
      SELECT storage FROM version_copy
      WHERE version_id = version.id AND storage <> object.storage AND copied_at IS NOT NULL ORDER BY storage) AS "copiedTo"
    FROM object_version AS version JOIN stored_object AS object ON object.id = version.object_id
    WHERE object.collection_id = ${collectionId} AND (version.object_id, version.version) > (${afterObject}, ${afterVersion})
    ORDER BY version.object_id, version.version LIMIT 1`;
  return next;
}
