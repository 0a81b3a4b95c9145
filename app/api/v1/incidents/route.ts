import { route } from "../../../../lib/http.ts";
import { listIncidents } from "../../../../operations/incident/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** What has failed now, by its cause. */
export const GET = route(async (request) =>
  Response.json(await listIncidents(await apiContext(request, "GET api/v1/incidents"))),
);
