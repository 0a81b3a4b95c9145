import type { ObjectRow } from "../../core/contracts/object-views.ts";
import type { ObjectListRow } from "../../prisma/store/object/read.ts";

/** An object as lists and its own page show it. */
export function objectRow(row: ObjectListRow): ObjectRow {
  const { id, ark, collection, title, creator, date, localIds, version, updatedAt } = row;
  return { id, ark, collection, title, creator, date, localIds, version, updatedAt: updatedAt.toISOString() };
}
