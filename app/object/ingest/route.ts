import { route } from "../../../lib/http.ts";
import { withMerrittAnswers } from "../../../lib/merritt-http.ts";
import { posterContext } from "../../_server/poster.ts";
import { takeDeposit } from "../../_server/take-deposit.ts";

export const dynamic = "force-dynamic";

/** Takes a new object as Merritt's web pages do for scripts. Streams; never buffers. */
export const POST = route(
  withMerrittAnswers(async (request, _params, reply) =>
    takeDeposit(await posterContext(request, "POST object/ingest"), request, reply, { update: false }),
  ),
);
