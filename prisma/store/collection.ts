import type { ProfileSettings } from "../../core/contracts/profile.ts";
import type { LaneBackend } from "../../core/lane/backends.ts";
import type { Tx } from "../client.ts";
import type { Sql } from "../sql.ts";
import { isUniqueViolation } from "./unique-violation.ts";
import type { Reach } from "./within.ts";

/** A collection's id by its slug. */
export async function findCollection(tx: Tx, slug: string): Promise<{ id: string } | null> {
  return tx.collection.findUnique({ where: { slug }, select: { id: true } });
}

const SELECT = {
  id: true,
  slug: true,
  name: true,
  heldAt: true,
  heldBy: true,
  heldReason: true,
  heldUntil: true,
  lane: { select: { serviceId: true, backend: true } },
} as const;

/** A collection with its hold and its lane's service_id. */
export type CollectionRow = NonNullable<Awaited<ReturnType<typeof findCollectionRow>>>;

/** Collections within reach, by name. */
export async function listCollectionRows(tx: Tx, reach: Reach): Promise<CollectionRow[]> {
  return tx.collection.findMany({
    ...(reach === "all" ? {} : { where: { id: { in: [...reach] } } }),
    orderBy: [{ name: "asc" }, { slug: "asc" }],
    select: SELECT,
  });
}

/** One of them by its slug; null when there is none. */
export async function findCollectionRow(tx: Tx, slug: string) {
  return tx.collection.findUnique({ where: { slug }, select: SELECT });
}

/** The ids of collections by their slugs; unknown slugs are left out. */
export async function collectionIdsOf(tx: Tx, slugs: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.collection.findMany({
    where: { slug: { in: [...slugs] } },
    select: { id: true, slug: true },
  });
  return new Map(rows.map(({ slug, id }) => [slug, id]));
}

export type DepositTargetRow = {
  readonly collectionId: string;
  readonly backend: LaneBackend;
  readonly settings: unknown;
};

/** A collection by its slug, with where its lane leads and the settings of its newest profile. */
export async function findDepositTarget(tx: Sql, slug: string): Promise<DepositTargetRow | undefined> {
  const [row] = await tx.$queryRaw<DepositTargetRow[]>`
    SELECT collection.id AS "collectionId", lane.backend, profile.settings
    FROM collection JOIN lane ON lane.id = collection.lane_id
    CROSS JOIN LATERAL (
      SELECT settings FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1
    ) AS profile
    WHERE collection.slug = ${slug}`;
  return row;
}

/** The settings of a version of a profile, which never change. */
export async function findProfileSettings(tx: Sql, profileVersionId: string): Promise<unknown> {
  const [version] = await tx.$queryRaw<{ settings: unknown }[]>`
    SELECT settings FROM profile_version WHERE id = ${profileVersionId}`;
  return version?.settings;
}

/**
 * Locks the lane of a collection until the transaction ends; handing over its batches locks the lane before the
 * batches.
 */
export async function lockLaneOfCollection(tx: Sql, collectionId: string): Promise<void> {
  await tx.$executeRaw`
    SELECT FROM lane WHERE id = (SELECT lane_id FROM collection WHERE id = ${collectionId}) FOR UPDATE`;
}

/** Renames a collection. Its slug stays. */
export async function renameCollection(tx: Sql, collectionId: string, name: string): Promise<void> {
  await tx.$executeRaw`UPDATE collection SET name = ${name} WHERE id = ${collectionId}`;
}

export type NewLaneCollection = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly laneId: string;
  readonly profileId: string;
  /** Without the callback's credentials, which are in `callbackSealed`. */
  readonly settings: ProfileSettings;
  readonly callbackSealed: string | null;
  readonly createdBy: string;
};

/** Creates a lane's collection and its first profile. False: its slug is taken, and the transaction cannot continue. */
export async function insertLaneCollection(tx: Tx, collection: NewLaneCollection): Promise<boolean> {
  const { profileId, settings, callbackSealed, createdBy, ...own } = collection;
  const profiles = { create: { id: profileId, version: 1, settings, callbackSealed, createdBy } };
  try {
    await tx.collection.create({ data: { ...own, profiles }, select: { id: true } });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
