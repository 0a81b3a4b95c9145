import { route } from "../../../../lib/http.ts";
import { countTasks } from "../../../../operations/task/count.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** How many tasks are in each state. */
export const GET = route(async (request) =>
  Response.json(await countTasks(await apiContext(request, "GET api/v1/task-counts"))),
);
