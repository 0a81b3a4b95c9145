import { route } from "../../../../lib/http.ts";
import { getIntake } from "../../../../operations/intake/get.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** Whether the whole intake is held. */
export const GET = route(async (request) =>
  Response.json(await getIntake(await apiContext(request, "GET api/v1/intake"))),
);
