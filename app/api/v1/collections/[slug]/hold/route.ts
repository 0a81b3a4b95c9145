import { HoldRequest, ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { holdCollection } from "../../../../../../operations/collection/hold.ts";
import { liftHold } from "../../../../../../operations/collection/lift.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ slug: string }> };

/** Hold a collection: its new batches and jobs wait until the hold is lifted. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/collections/[slug]/hold");
  const { slug } = await params;
  return Response.json(await holdCollection(ctx, { slug, ...(await readJson(request, HoldRequest)) }));
});

/** Lift the hold. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/collections/[slug]/hold");
  const { slug } = await params;
  return Response.json(await liftHold(ctx, { slug, ...(await readJson(request, ReasonRequest)) }));
});
