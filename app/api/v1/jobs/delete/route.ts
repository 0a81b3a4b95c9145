import { DeleteJobsRequest } from "../../../../../core/contracts/requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson } from "../../../../../lib/read-request.ts";
import { deleteJobs } from "../../../../../operations/job/delete-many.ts";
import { apiContext } from "../../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Delete up to 10,000 Failed or Held jobs, by id or by filter; tells which were refused and why. */
export const POST = route(async (request) => {
  const ctx = await apiContext(request, "POST api/v1/jobs/delete");
  return Response.json(await deleteJobs(ctx, await readJson(request, DeleteJobsRequest)));
});
