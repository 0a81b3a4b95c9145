import { route } from "../../../../../../lib/http.ts";
import { listSteps } from "../../../../../../operations/task/list.ts";
import { apiContext } from "../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string }> };

/** What a task has done, in order. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/tasks/[task]/steps");
  return Response.json(await listSteps(ctx, (await params).task));
});
