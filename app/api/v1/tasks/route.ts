import { TaskQuery } from "../../../../core/contracts/task-requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listTasks } from "../../../../operations/task/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Tasks, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listTasks(await apiContext(request, "GET api/v1/tasks"), readQuery(request, TaskQuery)),
  ),
);
