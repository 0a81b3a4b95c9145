import { ActRequest, PriorityRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { deleteBatch } from "../../../../../operations/batch/delete.ts";
import { getBatch } from "../../../../../operations/batch/get.ts";
import { setBatchPriority } from "../../../../../operations/batch/set-priority.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One batch: where it is, its jobs by state, its reports. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/batches/[id]");
  return Response.json(await getBatch(ctx, (await params).id));
});

/** Change the priority of its jobs that have not ended. */
export const PATCH = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PATCH api/v1/batches/[id]");
  const { id } = await params;
  const change = await readJson(request, PriorityRequest);
  return Response.json(await setBatchPriority(ctx, { batchId: id, ...change }));
});

/** Delete it when it is Failed or Held, with its Failed and Held jobs. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/batches/[id]");
  const { id } = await params;
  return Response.json(await deleteBatch(ctx, { batchId: id, ...(await readJson(request, ActRequest)) }));
});
