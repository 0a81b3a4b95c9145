import { route } from "../../../lib/http.ts";
import { withMerrittAnswers } from "../../../lib/merritt-http.ts";
import { posterContext } from "../../_server/poster.ts";
import { readVerb, takeDeposit } from "../../_server/take-deposit.ts";

export const dynamic = "force-dynamic";

type Params = { params: Promise<{ verb: string }> };

/** Takes a deposit as Merritt's ingest service does: submit, add or update. Streams; never buffers. */
export const POST = route(
  withMerrittAnswers<Params>(async (request, { params }, reply) => {
    const { verb } = await params;
    return takeDeposit(await posterContext(request, "POST poster/[verb]"), request, reply, readVerb(verb));
  }),
);
