import { TaskCancelRequest } from "../../../../../../core/contracts/task-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readJson } from "../../../../../../lib/read-request.ts";
import { cancelTask } from "../../../../../../operations/task/cancel.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string }> };

/** Cancel a task, or give up a dead one. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/tasks/[task]/cancel");
  const asked = await readJson(request, TaskCancelRequest);
  return Response.json(await cancelTask(ctx, { ...asked, id: (await params).task }));
});
