import { serviceState } from "../../core/merritt/service-state.ts";
import type { MerrittState } from "../../core/merritt/state.ts";
import { publicUrl } from "../../lib/env.ts";
import { isIntakeHeld } from "../../prisma/store/hold/hold.ts";
import { listCollections } from "../collection/list.ts";
import type { Context } from "../context.ts";

/**
 * Whether deposits are being processed (frozen while the whole intake is held), and which of the collections the actor
 * may read are frozen.
 */
export async function getServiceState(ctx: Context): Promise<MerrittState> {
  const [frozen, collections] = await Promise.all([isIntakeHeld(ctx.db), listCollections(ctx)]);
  const held = collections.filter((collection) => collection.held !== null).map(({ slug }) => slug);
  return serviceState({ publicUrl: publicUrl(ctx.env), frozen, held });
}
