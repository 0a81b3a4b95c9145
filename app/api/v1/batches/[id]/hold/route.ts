import { HoldRequest, ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { holdBatch } from "../../../../../../operations/batch/hold.ts";
import { releaseBatch } from "../../../../../../operations/batch/release.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Hold one batch, until it is released or, with `until`, until then. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/batches/[id]/hold");
  const { id } = await params;
  return Response.json(await holdBatch(ctx, { ...(await readJson(request, HoldRequest)), batchId: id }));
});

/** Release it. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/batches/[id]/hold");
  const { id } = await params;
  return Response.json(await releaseBatch(ctx, { ...(await readJson(request, ReasonRequest)), batchId: id }));
});
