import { TaskInput, TaskWaitQuery } from "../../../../../core/contracts/task-requests.ts";
import { route } from "../../../../../lib/http.ts";
import { readJson, readQuery } from "../../../../../lib/read-request.ts";
import { awaitTask } from "../../../../../operations/task/await.ts";
import { getTask } from "../../../../../operations/task/get.ts";
import { requestTask } from "../../../../../operations/task/request.ts";
import { apiContext } from "../../../../_server/context.ts";
import { hub } from "../../../../_server/hub.ts";
import { getActor } from "../../../../_server/session.ts";
import { waits } from "../../../../_server/waits.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string }> };

/** Start a task of this name. Its address is in `Location`. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/tasks/[task]");
  const { task: name } = await params;
  const input = await readJson(request, TaskInput);
  const key = request.headers.get("idempotency-key");
  const started = await requestTask(ctx, { name, input, key });
  return Response.json(started, { status: 202, headers: { location: `/api/v1/tasks/${started.id}` } });
});

/** The task with this id; with `wait`, once it has ended. One person may have 32 requests waiting. */
export const GET = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "GET api/v1/tasks/[task]");
  const { task: id } = await params;
  const { wait } = readQuery(request, TaskWaitQuery);
  if (wait === 0 || request.method === "HEAD") return Response.json(await getTask(ctx, id));
  const { signal, headers } = request;
  const again = () => getActor(headers);
  const waiting = () => awaitTask(ctx, id, { waitMs: wait * 1000, signal, hints: hub().taskHints(), again });
  return Response.json(await waits().during(ctx.actor.id, tooMany, waiting));
});

function tooMany(open: number): string {
  return `You have ${open} requests waiting. Ask again when one has been answered.`;
}
