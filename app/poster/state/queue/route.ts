import { route } from "../../../../lib/http.ts";
import { withMerrittAnswers } from "../../../../lib/merritt-http.ts";
import { getQueueState } from "../../../../operations/merritt/get-queue-state.ts";
import { posterContext } from "../../../_server/poster.ts";

export const dynamic = "force-dynamic";

/** The batches that have not ended. */
export const GET = route(
  withMerrittAnswers(async (request) => ({
    state: await getQueueState(await posterContext(request, "GET poster/state/queue")),
  })),
);
