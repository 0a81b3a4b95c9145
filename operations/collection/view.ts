import { type Actor, can } from "../../core/access/roles.ts";
import type { CollectionView } from "../../core/contracts/views.ts";
import { holdOf } from "../../core/hold/hold.ts";
import type { CollectionRow } from "../../prisma/store/collection.ts";
import { holdView } from "../hold/view.ts";

/** A collection as this actor sees it. */
export function collectionView(actor: Actor, row: CollectionRow): CollectionView {
  const { id, slug, name, lane } = row;
  return {
    slug,
    name,
    lane: lane.serviceId,
    held: holdView(holdOf(row)),
    mayDeposit: lane.backend === "repository" && can(actor, "deposit", id),
  };
}
