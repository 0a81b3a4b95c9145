import { HoldRequest, ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { placeHold } from "../../../../../../operations/hold/place.ts";
import { releaseHold } from "../../../../../../operations/hold/release.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Hold one job, until it is released or, with `until`, until then. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/jobs/[id]/hold");
  const { id } = await params;
  const ask = await readJson(request, HoldRequest);
  return Response.json(await placeHold(ctx, { ...ask, on: "job", id }));
});

/** The older name of POST .../release. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/jobs/[id]/hold");
  const { id } = await params;
  const ask = await readJson(request, ReasonRequest);
  return Response.json(await releaseHold(ctx, { ...ask, on: "job", id }));
});
