import { ActRequest, PriorityRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { deleteJob } from "../../../../../operations/job/delete.ts";
import { getJob } from "../../../../../operations/job/get.ts";
import { setJobPriority } from "../../../../../operations/job/set-priority.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** One job. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/jobs/[id]");
  return Response.json(await getJob(ctx, (await params).id));
});

/** Change its priority. */
export const PATCH = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PATCH api/v1/jobs/[id]");
  const { id } = await params;
  return Response.json(
    await setJobPriority(ctx, { jobId: id, ...(await readJson(request, PriorityRequest)) }),
  );
});

/** Delete it when it is Failed or Held. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/jobs/[id]");
  const { id } = await params;
  return Response.json(await deleteJob(ctx, { jobId: id, ...(await readJson(request, ActRequest)) }));
});
