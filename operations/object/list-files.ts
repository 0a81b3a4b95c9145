import type { ObjectFileView } from "../../core/contracts/object-views.ts";
import type { FileQuery } from "../../core/contracts/requests.ts";
import type { Page } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { listObjectFiles as listFileRows } from "../../prisma/store/object/read.ts";
import { pageOf, readOrdinalCursor } from "../../prisma/store/page.ts";
import type { Context } from "../context.ts";
import { getReadableObject } from "./get-readable.ts";

/**
 * Files of one version of an object by place; without `version`, of the newest.
 * @throws WaybillError `not_found` (object or version, also when the actor may not read it)
 */
export async function listObjectFiles(
  ctx: Context,
  { objectId, version, cursor, limit }: FileQuery & { readonly objectId: string },
): Promise<Page<ObjectFileView>> {
  const object = await getReadableObject(ctx, objectId);
  const wanted = version ?? object.version;
  const page = { objectId, version: wanted, after: readOrdinalCursor(cursor), limit };
  const rows = wanted <= object.version ? await listFileRows(ctx.db, page) : undefined;
  if (!rows) throw new WaybillError("not_found", `The object has no version ${wanted}.`);
  return pageOf(
    rows,
    limit,
    ({ ordinal }) => String(ordinal),
    ({ size, ...file }) => ({ ...file, size: size.toString() }),
  );
}
