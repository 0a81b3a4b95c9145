import type { VersionChangeView } from "../../core/contracts/object-views.ts";
import type { ChangeQuery } from "../../core/contracts/requests.ts";
import type { Page } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { type ChangePage, type ChangeRow, listVersionChanges } from "../../prisma/store/object/read.ts";
import { hasVersion } from "../../prisma/store/object/record.ts";
import { pageOf, readOrdinalCursor } from "../../prisma/store/page.ts";
import type { Context } from "../context.ts";
import { getReadableObject } from "./get-readable.ts";

/**
 * What a version of an object added, changed and removed compared with the recorded version before it, by path. Without
 * `version`: the newest; with `change`: only such changes. @throws WaybillError `not_found` (object or version, also
 * when the actor may not read it)
 */
export async function listObjectChanges(
  ctx: Context,
  { objectId, version, change, cursor, limit }: ChangeQuery & { readonly objectId: string },
): Promise<Page<VersionChangeView>> {
  const object = await getReadableObject(ctx, objectId);
  const wanted = version ?? object.version;
  if (wanted > object.version || !(await hasVersion(ctx.db, objectId, wanted)))
    throw new WaybillError("not_found", `The object has no version ${wanted}.`);
  const after = readChangeCursor(cursor);
  const rows = await listVersionChanges(ctx.db, { objectId, version: wanted, change, after, limit });
  return pageOf(rows, limit, writeChangeCursor, (row) => changeView(row, wanted));
}

/** `12`: the file at place 12 of the version; `b12`: of the version before. */
function writeChangeCursor({ file, before }: ChangeRow): string {
  return file ? String(file.ordinal) : `b${before?.ordinal ?? 0}`;
}

function readChangeCursor(cursor: string | undefined): ChangePage["after"] {
  const isBefore = cursor?.startsWith("b") ?? false;
  const ordinal = readOrdinalCursor(isBefore ? cursor?.slice(1) : cursor);
  return ordinal === 0 ? undefined : { in: isBefore ? "before" : "version", ordinal };
}

function changeView({ path, change, file, before }: ChangeRow, version: number): VersionChangeView {
  return {
    path,
    change,
    file: file && { ...file, version, size: file.size.toString() },
    before: before && { ...before, size: before.size.toString() },
  };
}
