import { LaneRequest } from "../../core/contracts/lane-requests.ts";
import type { LaneView } from "../../core/contracts/lane-views.ts";
import { ProfileSettings } from "../../core/contracts/profile.ts";
import { WaybillError } from "../../core/errors.ts";
import { collectionSlugOf } from "../../core/lane/collection-slug.ts";
import { findServiceIdFault } from "../../core/lane/fits-backend.ts";
import { readServiceId } from "../../core/ledger/service-id.ts";
import type { Env } from "../../lib/env.ts";
import type { Tx } from "../../prisma/client.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { insertLaneCollection } from "../../prisma/store/collection.ts";
import { insertLane } from "../../prisma/store/lane/settings.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { checkTimes } from "./check-times.ts";
import { getLane } from "./get.ts";

/**
 * Creates a lane; a ledger's lane together with the one collection its batches belong to, with default settings.
 * @throws WaybillError `not_allowed`, `service_id_invalid`, `unknown_ledger`, `bad_request` (settings that cannot
 * work), `lane_exists`, `slug_taken`; ZodError when the request does not fit
 */
export async function createLane(ctx: Context, request: LaneRequest): Promise<LaneView> {
  allow(ctx.actor, "make-lane");
  const asked = LaneRequest.parse(request);
  check(asked, ctx.env);
  const { serviceId, backend, ordering, width, settings, ledger = null } = asked;
  await ctx.db.$transaction(async (tx) => {
    const lane = { id: ctx.uuid(), serviceId, backend, ordering, width, ledger, settings };
    if (!(await insertLane(tx, lane)))
      throw new WaybillError("lane_exists", `There is a lane ${serviceId} already.`);
    const collection = backend === "repository" ? null : await addCollection(tx, ctx, lane.id, asked);
    const { id: _, ...after } = lane;
    await writeAudit(tx, ctx.actor, {
      action: "lane.create",
      target: serviceId,
      after: { ...after, collection },
    });
  });
  ctx.changes.note({ lane: true });
  return getLane(ctx, serviceId);
}

function check({ serviceId, backend, ledger, collection, name, settings }: LaneRequest, env: Env): void {
  const fault = findServiceIdFault(serviceId, backend);
  if (fault !== undefined)
    throw new WaybillError("service_id_invalid", `${JSON.stringify(serviceId)} cannot be a lane: ${fault}.`);
  if (backend === "repository") {
    if (ledger !== undefined || collection !== undefined || name !== undefined)
      throw new WaybillError("bad_request", "Only a ledger's lane has a ledger and a collection of its own.");
    return;
  }
  if (ledger === undefined || !Object.hasOwn(env.LEDGERS, ledger))
    throw new WaybillError("unknown_ledger", `LEDGERS has no connection ${JSON.stringify(ledger ?? "")}.`);
  if (collection !== undefined && readServiceId(collection).kind !== "slug")
    throw new WaybillError("bad_request", "A collection's slug has lower-case letters, digits and hyphens.");
  checkTimes(settings, env);
}

/** @returns the collection's slug */
async function addCollection(
  tx: Tx,
  { uuid, actor }: Context,
  laneId: string,
  { serviceId, collection, name }: LaneRequest,
): Promise<string> {
  const slug = collection ?? collectionSlugOf(serviceId);
  const made = await insertLaneCollection(tx, {
    id: uuid(),
    slug,
    name: name ?? serviceId,
    laneId,
    profileId: uuid(),
    settings: ProfileSettings.parse({}),
    callbackSealed: null,
    createdBy: actor.name,
  });
  if (!made)
    throw new WaybillError(
      "slug_taken",
      `A collection has the slug ${slug}. Give this lane's another one in \`collection\`.`,
    );
  return slug;
}
