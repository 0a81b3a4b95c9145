import { route } from "../../../../lib/http.ts";
import { listTaskKinds } from "../../../../operations/task/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** The tasks that workers know, with their schedules. */
export const GET = route(async (request) =>
  Response.json(await listTaskKinds(await apiContext(request, "GET api/v1/task-kinds"))),
);
