import { HoldRequest, ReasonRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { holdIntake } from "../../../../../operations/intake/hold.ts";
import { liftIntake } from "../../../../../operations/intake/lift.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Hold the whole intake: deposits are still taken, but nothing new begins. */
export const PUT = route(async (request) => {
  const ctx = await apiContext(request, "PUT api/v1/intake/hold");
  return Response.json(await holdIntake(ctx, await readJson(request, HoldRequest)));
});

/** Lift the hold. */
export const DELETE = route(async (request) => {
  const ctx = await apiContext(request, "DELETE api/v1/intake/hold");
  return Response.json(await liftIntake(ctx, await readJson(request, ReasonRequest)));
});
