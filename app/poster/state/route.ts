import { route } from "../../../lib/http.ts";
import { withMerrittAnswers } from "../../../lib/merritt-http.ts";
import { getServiceState } from "../../../operations/merritt/get-service-state.ts";
import { posterContext } from "../../_server/poster.ts";

export const dynamic = "force-dynamic";

/** Whether deposits are worked on: thawed or frozen. */
export const GET = route(
  withMerrittAnswers(async (request) => ({
    state: await getServiceState(await posterContext(request, "GET poster/state")),
  })),
);
