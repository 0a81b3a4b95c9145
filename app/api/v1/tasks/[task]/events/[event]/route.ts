import { TaskEventPayload } from "../../../../../../../core/contracts/task-requests.ts";
import { route } from "../../../../../../../lib/http.ts";
import { readJson } from "../../../../../../../lib/read-request.ts";
import { sendTaskEvent } from "../../../../../../../operations/task/send-event.ts";
import { apiContext } from "../../../../../../_server/context.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ task: string; event: string }> };

/** Send an event to a task; the body is its payload. */
export const POST = route(async (request, { params }: Params) => {
  const ctx = await apiContext(request, "POST api/v1/tasks/[task]/events/[event]");
  const { task: id, event: name } = await params;
  const payload = await readJson(request, TaskEventPayload);
  return Response.json(await sendTaskEvent(ctx, { id, name, payload }), { status: 202 });
});
