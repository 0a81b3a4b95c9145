import { TaskStepsQuery } from "../../../../../../core/contracts/task-requests.ts";
import { route } from "../../../../../../lib/http.ts";
import { readQuery } from "../../../../../../lib/read-request.ts";
import { listSteps } from "../../../../../../operations/task/list.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string }> };

/** What a task has done, in order. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/tasks/[task]/steps");
  const { name } = readQuery(request, TaskStepsQuery);
  return Response.json(await listSteps(ctx, (await params).task, name));
});
