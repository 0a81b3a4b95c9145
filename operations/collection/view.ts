import { type Actor, can } from "../../core/access/roles.ts";
import type { CollectionView } from "../../core/contracts/views.ts";
import type { CollectionRow } from "../../prisma/store/collection/list.ts";

/** A collection as this actor sees it. */
export function collectionView(actor: Actor, row: CollectionRow): CollectionView {
  const { id, slug, name, heldAt, heldBy, heldReason, lane } = row;
  return {
    slug,
    name,
    lane: lane.serviceId,
    held: heldAt ? { at: heldAt.toISOString(), by: heldBy ?? "", reason: heldReason ?? "" } : null,
    mayDeposit: lane.backend === "repository" && can(actor, "deposit", id),
  };
}
