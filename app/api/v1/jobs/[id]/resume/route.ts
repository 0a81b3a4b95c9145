import { ResumeRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { resumeJob } from "../../../../../../operations/job/resume.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Resume a failed job, after the last stage that succeeded unless `at` names an earlier one. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/jobs/[id]/resume");
  const { id } = await params;
  return Response.json(await resumeJob(ctx, { ...(await readJson(request, ResumeRequest)), jobId: id }));
});
