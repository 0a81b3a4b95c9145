import { RequeueRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { requeueJobs } from "../../../../../operations/job/requeue.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Run up to 10,000 failed jobs again, by id or by filter; tells which were refused and why. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/jobs/requeue");
  return Response.json(await requeueJobs(ctx, await readJson(request, RequeueRequest)));
});
