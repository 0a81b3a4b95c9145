import { EVENT_STREAM_HEADERS } from "../../../../lib/event-stream.ts";
import { route } from "../../../../lib/http.ts";
import { apiContext } from "../../../_server/context.ts";
import { hub } from "../../../_server/hub.ts";
import { findActor } from "../../../_server/session.ts";

export const dynamic = "force-dynamic";

/** What changes, as server-sent events: ids of batches and jobs the person may read. */
export const GET = route(async (request) => {
  const { actor } = await apiContext(request, "GET api/v1/changes");
  // nobody would read a stream, and nobody could end it
  if (request.method === "HEAD") return new Response(null, { headers: EVENT_STREAM_HEADERS });
  return hub().followChanges(actor, request.signal, () => findActor(request.headers));
});
