import { EventQuery } from "../../../../core/contracts/requests.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { listEvents } from "../../../../operations/event/list.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** What happened, newest first. */
export const GET = route(async (request) =>
  Response.json(
    await listEvents(await apiContext(request, "GET api/v1/events"), readQuery(request, EventQuery)),
  ),
);
