import type { CopyState } from "../../../core/copy/states.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { VERSION_FACTS, VERSION_TABLES, type VersionFacts } from "./version.ts";

/** The right to copy or mend one version in one storage. Later writes carry `fence`. `tries`: before this one. */
export type ClaimedCopy = VersionFacts & {
  readonly storage: string;
  readonly state: CopyState;
  readonly tries: number;
  readonly fence: bigint;
};

/** `storages`: those this process has, in which it can write now; `owner`: the process. */
export type CopyClaim = {
  readonly storages: readonly string[];
  readonly owner: string;
  readonly leaseMs: number;
};

const FREE = Prisma.sql`(lease_until IS NULL OR lease_until < clock_timestamp())`;

/**
 * Takes the copy that has been due longest: one to be made whose object has all earlier versions in that storage, or one to
 * be mended. Nobody else may be at the same object in the same storage, whatever its version: they share the object's root
 * files. Call it in a transaction of its own. @returns undefined: nothing is due, or what was due is taken
 */
export async function claimCopy(
  tx: Sql,
  { storages, owner, leaseMs }: CopyClaim,
): Promise<ClaimedCopy | undefined> {
  const [found] = await tx.$queryRaw<(VersionFacts & { storage: string })[]>`
    SELECT ${VERSION_FACTS}, copy.storage
    FROM version_copy AS copy ${VERSION_TABLES}
    WHERE copy.due_at <= (SELECT clock_timestamp()::timestamptz(3)) AND copy.storage = ANY(${[...storages]}::text[]) AND ${FREE}
      AND (copy.state <> 'Wanted' OR NOT EXISTS (
        SELECT FROM object_version AS earlier
        WHERE earlier.object_id = version.object_id AND earlier.version < version.version AND NOT EXISTS (
          SELECT FROM version_copy
          WHERE version_id = earlier.id AND storage = copy.storage AND state = 'Verified')))
      AND NOT EXISTS (${atObject(Prisma.sql`version.object_id`, Prisma.sql`copy.storage`)})
    ORDER BY copy.due_at LIMIT 1 FOR NO KEY UPDATE OF copy SKIP LOCKED`;
  if (!found) return undefined;
  const { storage, objectId, versionId } = found;
  // of two who take two versions of one object, the second sees the first's lease
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`copy ${objectId} ${storage}`}, 0))::text`;
  const [taken] = await tx.$queryRaw<Pick<ClaimedCopy, "state" | "tries" | "fence">[]>`
    UPDATE version_copy SET lease_owner = ${owner}, fence = fence + 1, tries = tries + 1,
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE version_id = ${versionId} AND storage = ${storage} AND due_at IS NOT NULL AND ${FREE}
      AND NOT EXISTS (${atObject(Prisma.sql`${objectId}`, Prisma.sql`${storage}`)})
    RETURNING state, tries - 1 AS tries, fence`;
  return taken && { ...found, ...taken };
}

/** Leases on any version of an object in a storage. */
function atObject(objectId: Prisma.Sql, storage: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT FROM version_copy AS other JOIN object_version AS sibling ON sibling.id = other.version_id
    WHERE sibling.object_id = ${objectId} AND other.storage = ${storage} AND other.lease_until >= clock_timestamp()`;
}

/** One version in one storage under its lease. */
export type HeldCopy = Pick<ClaimedCopy, "versionId" | "storage" | "fence">;

const isMine = ({ versionId, storage, fence }: HeldCopy) =>
  Prisma.sql`version_id = ${versionId} AND storage = ${storage} AND fence = ${fence}`;

/** @returns false: the lease is lost */
export async function renewCopy(tx: Sql, held: HeldCopy, leaseMs: number): Promise<boolean> {
  const renewed = await tx.$executeRaw`
    UPDATE version_copy SET lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE ${isMine(held)} AND lease_until IS NOT NULL`;
  return renewed > 0;
}

/** What became of a claim. `againInMs`: it is due again then; null: there is nothing left to do. */
export type CopyEnd = {
  readonly state: CopyState;
  readonly trouble: string | null;
  readonly againInMs: number | null;
};

/**
 * Gives a claim back with what became of it. Verified: all of it has been read just now; if somebody has found something
 * wrong with it meanwhile, it stays Damaged and due. @returns false: the lease is lost
 */
export async function endCopy(
  tx: Sql,
  held: HeldCopy,
  { state, trouble, againInMs }: CopyEnd,
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    WITH now AS (
      SELECT version_id, storage, CASE WHEN ${state} = 'Verified' AND EXISTS (
        SELECT FROM copy_finding
        WHERE copy_finding.version_id = version_copy.version_id AND copy_finding.storage = version_copy.storage
          AND mended_at IS NULL) THEN 'Damaged' ELSE ${state} END AS state
      FROM version_copy WHERE ${isMine(held)} AND lease_until IS NOT NULL FOR UPDATE
    )
    UPDATE version_copy AS copy SET state = now.state::copy_state, trouble = ${trouble},
      due_at = CASE WHEN now.state = ${state} THEN clock_timestamp() + ${againInMs}::float8 * interval '1 millisecond'
        ELSE clock_timestamp() END,
      tries = CASE WHEN copy.state = now.state::copy_state THEN tries ELSE 0 END,
      copied_at = CASE WHEN ${state} = 'Wanted' THEN copied_at ELSE COALESCE(copied_at, clock_timestamp()) END,
      verified_at = CASE WHEN now.state = 'Verified' THEN clock_timestamp() ELSE verified_at END,
      lease_owner = NULL, lease_until = NULL
    FROM now WHERE copy.version_id = now.version_id AND copy.storage = now.storage`;
  return ended > 0;
}

/**
 * Takes a version in one storage to read it, whether or not anything is due; of the storage where the object is kept, the
 * row is made. A row that somebody has locked is not waited for: `claimCopy` locks it before the object.
 * @returns undefined: somebody else is at the object there
 */
export async function claimReading(
  tx: Sql,
  {
    versionId,
    objectId,
    storage,
  }: Pick<VersionFacts, "versionId" | "objectId"> & { readonly storage: string },
  { owner, leaseMs }: Pick<CopyClaim, "owner" | "leaseMs">,
): Promise<HeldCopy | undefined> {
  await tx.$executeRaw`
    INSERT INTO version_copy (version_id, storage, state, copied_at, verified_at)
    SELECT id, ${storage}, 'Verified', created_at, created_at FROM object_version WHERE id = ${versionId}
    ON CONFLICT (version_id, storage) DO NOTHING`;
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`copy ${objectId} ${storage}`}, 0))::text`;
  const [taken] = await tx.$queryRaw<{ fence: bigint }[]>`
    UPDATE version_copy SET lease_owner = ${owner}, fence = fence + 1,
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE (version_id, storage) = (
        SELECT version_id, storage FROM version_copy WHERE version_id = ${versionId} AND storage = ${storage} AND ${FREE}
        FOR NO KEY UPDATE SKIP LOCKED)
      AND NOT EXISTS (${atObject(Prisma.sql`${objectId}`, Prisma.sql`${storage}`)})
    RETURNING fence`;
  return taken && { versionId, storage, fence: taken.fence };
}

/** Gives a reading back: it was good, or its faults have been kept by `keepFaults` in the same transaction. @returns false: the lease is lost */
export async function endReading(
  tx: Sql,
  held: HeldCopy,
  { isGood }: { readonly isGood: boolean },
): Promise<boolean> {
  const ended = await tx.$executeRaw`
    UPDATE version_copy SET read_at = clock_timestamp(), lease_owner = NULL, lease_until = NULL,
      verified_at = CASE WHEN ${isGood} AND state = 'Verified' THEN clock_timestamp() ELSE verified_at END
    WHERE ${isMine(held)} AND lease_until IS NOT NULL`;
  return ended > 0;
}
