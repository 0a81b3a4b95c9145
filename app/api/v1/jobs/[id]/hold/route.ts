import { HoldRequest, ReasonRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { holdJob } from "../../../../../../operations/job/hold.ts";
import { releaseJob } from "../../../../../../operations/job/release.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Hold one job, until it is released or, with `until`, until then. */
export const PUT = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "PUT api/v1/jobs/[id]/hold");
  const { id } = await params;
  return Response.json(await holdJob(ctx, { ...(await readJson(request, HoldRequest)), jobId: id }));
});

/** Release it. */
export const DELETE = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "DELETE api/v1/jobs/[id]/hold");
  const { id } = await params;
  return Response.json(await releaseJob(ctx, { ...(await readJson(request, ReasonRequest)), jobId: id }));
});
