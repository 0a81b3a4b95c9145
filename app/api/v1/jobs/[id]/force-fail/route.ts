import { ActRequest } from "../../../../../../core/contracts/requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { forceFail } from "../../../../../../operations/job/force-fail.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ id: string }> };

/** Make a job that is stuck fail. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/jobs/[id]/force-fail");
  const { id } = await params;
  return Response.json(await forceFail(ctx, { jobId: id, ...(await readJson(request, ActRequest)) }));
});
