import { WaybillError } from "../../../../core/errors.ts";
import { env } from "../../../../lib/env.ts";
import { route } from "../../../../lib/http.ts";
import { checkHealth } from "../../../../operations/health/check.ts";
import { positionsHealth } from "../../../../operations/health/positions.ts";
import { storageHealth } from "../../../../operations/health/storage.ts";
import { hub } from "../../../_server/hub.ts";
import { root } from "../../../_server/root.ts";

export const dynamic = "force-dynamic";

/**
 * The process can serve: its database answers and it is not stopping. It does serve while a storage is away, and says so:
 * people read on, and an operator finds out what is wrong. So it does while nobody gives positions.
 */
export const GET = route(async () => {
  if (hub().ending) throw new WaybillError("shutting_down", "Waybill is stopping.");
  const { db } = root();
  await checkHealth(db);
  const positions = await positionsHealth(db, env().SEQUENCER_TICK_MS);
  return Response.json({ status: "ready", ...(await storageHealth(root().roots)), ...positions });
});
