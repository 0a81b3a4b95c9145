import type { CollectionRequest } from "../../core/contracts/profile-requests.ts";
import type { CollectionView } from "../../core/contracts/views.ts";
import { WaybillError } from "../../core/errors.ts";
import { findServiceIdFault } from "../../core/lane/fits-backend.ts";
import { OWN_LANE } from "../../core/lane/orderings.ts";
import { maskCredentials } from "../../core/profile/mask-credentials.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { insertLaneCollection } from "../../prisma/store/collection.ts";
import { insertLane, lockLane } from "../../prisma/store/lane/settings.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { sealCallback } from "../profile/sealed-callback.ts";
import { getCollection } from "./get.ts";

/**
 * Makes a collection of the repository: in a lane that exists, or with one of its own.
 * @throws WaybillError `not_allowed`, `slug_taken`, `lane_exists`, `unknown_lane`, `bad_request` (a ledger's lane)
 */
export async function createCollection(
  ctx: Context,
  asked: Omit<CollectionRequest, "ordering"> & Partial<Pick<CollectionRequest, "ordering">>,
): Promise<CollectionView> {
  allow(ctx.actor, "change-profile");
  const { slug, name, ordering = "unordered", settings, reason } = asked;
  await ctx.db.$transaction(async (tx) => {
    const laneId =
      asked.lane === undefined ? await ownLane(tx, ctx, { slug, ordering }) : await existing(tx, asked.lane);
    const id = ctx.uuid();
    const kept = sealCallback(ctx.env, id, settings);
    const profile = { profileId: ctx.uuid(), ...kept, createdBy: ctx.actor.name };
    if (!(await insertLaneCollection(tx, { id, slug, name, laneId, ...profile })))
      throw new WaybillError("slug_taken", `A collection has the slug ${slug} already.`);
    await writeAudit(tx, ctx.actor, {
      action: "collection.create",
      target: slug,
      reason,
      after: { name, lane: asked.lane ?? slug, settings: maskCredentials(settings) },
    });
  });
  ctx.changes.note({ collection: true, lane: true });
  return getCollection(ctx, slug);
}

async function ownLane(
  tx: Tx,
  ctx: Context,
  { slug: serviceId, ordering }: Pick<CollectionRequest, "slug" | "ordering">,
): Promise<string> {
  const fault = findServiceIdFault(serviceId, "repository");
  if (fault !== undefined)
    throw new WaybillError("service_id_invalid", `${JSON.stringify(serviceId)} cannot be a lane: ${fault}.`);
  const id = ctx.uuid();
  const lane = { id, serviceId, backend: "repository", ...OWN_LANE[ordering], ledger: null } as const;
  if (!(await insertLane(tx, { ...lane, settings: {} })))
    throw new WaybillError(
      "lane_exists",
      `There is a lane ${serviceId} already. Name it, or choose another slug.`,
    );
  return id;
}

async function existing(tx: Tx, serviceId: string): Promise<string> {
  const lane = await lockLane(tx, serviceId);
  if (!lane) throw new WaybillError("unknown_lane", `There is no lane ${JSON.stringify(serviceId)}.`);
  if (lane.backend !== "repository")
    throw new WaybillError("bad_request", `The lane ${serviceId} leads to a ledger, which takes no files.`);
  return lane.id;
}
