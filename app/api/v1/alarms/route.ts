import { route } from "../../../../lib/http.ts";
import { listAlarms } from "../../../../operations/alarm/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** What is wrong with the installation as a whole. */
export const GET = route(async (request) =>
  Response.json(await listAlarms(await apiContext(request, "GET api/v1/alarms"))),
);
