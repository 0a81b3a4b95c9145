import { HoldRequest, ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { placeHold } from "../../../../../../operations/hold/place.ts";
import { releaseHold } from "../../../../../../operations/hold/release.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ slug: string }> };

/** Hold a collection: its new batches and jobs wait until it is released. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/collections/[slug]/hold");
  const { slug } = await params;
  const ask = await readJson(request, HoldRequest);
  return Response.json(await placeHold(ctx, { ...ask, on: "collection", id: slug }));
});

/** The older name of POST .../release. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/collections/[slug]/hold");
  const { slug } = await params;
  const ask = await readJson(request, ReasonRequest);
  return Response.json(await releaseHold(ctx, { ...ask, on: "collection", id: slug }));
});
