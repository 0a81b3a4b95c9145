import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { JOB_MOVES } from "./older-than.ts";

/** An object as the inventory has it. `isMoving`: a job that a worker has or will have may write it now. */
export type InventoryObject = {
  readonly id: string;
  readonly ark: string;
  readonly storage: string;
  readonly versions: readonly number[];
  readonly isMoving: boolean;
};

const COLUMNS = Prisma.sql`id, ark, storage,
  ARRAY(SELECT version FROM object_version WHERE object_id = stored_object.id ORDER BY version) AS versions,
  EXISTS (SELECT FROM job WHERE job.id = stored_object.busy_job_id AND job.state IN ${JOB_MOVES}) AS "isMoving"`;

/** Objects of which the inventory has a version; after `after`, in the order of ids. */
export async function listInventory(
  tx: Sql,
  page: { readonly after: string; readonly limit: number },
): Promise<InventoryObject[]> {
  return tx.$queryRaw<InventoryObject[]>`
    SELECT ${COLUMNS} FROM stored_object
    WHERE id > ${page.after} AND EXISTS (SELECT FROM object_version WHERE object_id = stored_object.id)
    ORDER BY id LIMIT ${page.limit}`;
}

/** The objects with these ARKs, as far as there are any. Some hundred at a time. */
export async function listInventoryOf(tx: Sql, arks: readonly string[]): Promise<InventoryObject[]> {
  return tx.$queryRaw<InventoryObject[]>`
    SELECT ${COLUMNS} FROM stored_object WHERE ark = ANY(${[...arks]}::text[])`;
}

/** The object with this ARK, locked until the transaction ends, so that no job begins to write it meanwhile. */
export async function lockInventoryObject(tx: Sql, ark: string): Promise<InventoryObject | undefined> {
  const [row] = await tx.$queryRaw<unknown[]>`SELECT FROM stored_object WHERE ark = ${ark} FOR UPDATE`;
  if (!row) return undefined;
  const [object] = await listInventoryOf(tx, [ark]);
  return object;
}

/** ARKs of objects that a job of a worker may write now: at most as many as jobs are under way. */
export async function listMovingArks(tx: Sql): Promise<string[]> {
  const rows = await tx.$queryRaw<{ ark: string }[]>`
    SELECT stored_object.ark FROM stored_object JOIN job ON job.id = stored_object.busy_job_id
    WHERE job.state IN ${JOB_MOVES}`;
  return rows.map(({ ark }) => ark);
}

/** Does the inventory have any object that is kept there? */
export async function hasObjectsIn(tx: Sql, storage: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM stored_object WHERE storage = ${storage} AND version > 0) AS has`;
  return row?.has === true;
}

/** Where bytes of an object's recorded files lie, each path once, after `after`, in order. */
export async function listContentPaths(
  tx: Sql,
  objectId: string,
  page: { readonly after: string; readonly limit: number },
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ path: string }[]>`
    SELECT DISTINCT content_path COLLATE "C" AS path
    FROM object_version JOIN object_file ON object_file.version_id = object_version.id
    WHERE object_id = ${objectId} AND content_path COLLATE "C" > ${page.after}
    ORDER BY path LIMIT ${page.limit}`;
  return rows.map(({ path }) => path);
}
