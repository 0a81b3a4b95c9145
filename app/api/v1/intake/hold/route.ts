import { HoldRequest, ReasonRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { placeHold } from "../../../../../operations/hold/place.ts";
import { releaseHold } from "../../../../../operations/hold/release.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Hold the whole intake: deposits are still taken, but nothing new begins. */
export const PUT = route(async (request) => {
  const ctx = await apiContext(request, "PUT api/v1/intake/hold");
  return Response.json(await placeHold(ctx, { ...(await readJson(request, HoldRequest)), on: "intake" }));
});

/** The older name of POST .../release. */
export const DELETE = route(async (request) => {
  const ctx = await apiContext(request, "DELETE api/v1/intake/hold");
  return Response.json(await releaseHold(ctx, { ...(await readJson(request, ReasonRequest)), on: "intake" }));
});
