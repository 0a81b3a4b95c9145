import { route } from "../../../../lib/http.ts";
import { getSequencer } from "../../../../operations/sequencer/get.ts";
import { apiContext } from "../../../_server/context.ts";

export const dynamic = "force-dynamic";

/** How the sequencer stands. */
export const GET = route(async (request) =>
  Response.json(await getSequencer(await apiContext(request, "GET api/v1/sequencer"))),
);
