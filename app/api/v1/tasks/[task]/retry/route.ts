import { TaskRetryRequest } from "../../../../../../core/contracts/task-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { retryTask } from "../../../../../../operations/task/retry.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string }> };

/** Have a dead or paused task tried again. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/tasks/[task]/retry");
  const asked = await readJson(request, TaskRetryRequest);
  return Response.json(await retryTask(ctx, { ...asked, id: (await params).task }), { status: 202 });
});
