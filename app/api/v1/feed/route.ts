import { FeedCursor, FeedQuery } from "../../../../core/contracts/feed-requests.ts";
import { WaybillError } from "../../../../core/errors.ts";
import type { Cursor } from "../../../../core/sequencer/cursor.ts";
import { EVENT_STREAM_HEADERS } from "../../../../lib/event-stream.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { wantsEventStream } from "../../../../lib/wants-event-stream.ts";
import { awaitFeed } from "../../../../operations/sequencer/await-feed.ts";
import { readFeed } from "../../../../operations/sequencer/read-feed.ts";
import { apiContext } from "../../../_server/context.ts";
import { byFeed, feedStream } from "../../../_server/feed-stream.ts";
import { hub } from "../../../_server/hub.ts";
import { getActor } from "../../../_server/session.ts";
import { waits } from "../../../_server/waits.ts";

export const dynamic = "force-dynamic";

/**
 * What has happened after a position, in order: at once, as soon as there is something, or as server-sent events. One person
 * may have 32 requests waiting, and as many streams. Errors: `too_many_requests`, and those of readFeed.
 */
export const GET = route(async (request) => {
  const ctx = await apiContext(request, "GET api/v1/feed");
  const query = readQuery(request, FeedQuery);
  // nobody would read what a wait or a stream brings, and nobody could end them
  if (request.method === "HEAD") return new Response(null, { headers: headersOf(request) });
  if (wantsEventStream(request.headers)) {
    const last = request.headers.get("last-event-id");
    return feedStream(ctx, request, last ? cursorOf(last) : query.after);
  }
  if (query.wait === 0) return Response.json(await byFeed(() => readFeed(ctx, query)));
  const { signal, headers } = request;
  const again = () => getActor(headers);
  const wait = { waitMs: query.wait * 1000, signal, hints: hub().hints(), again };
  const waiting = () => byFeed(() => awaitFeed(ctx, query, wait));
  return Response.json(await waits().during(ctx.actor.id, tooMany, waiting));
});

function headersOf({ headers }: Request): HeadersInit {
  return wantsEventStream(headers) ? EVENT_STREAM_HEADERS : { "content-type": "application/json" };
}

function cursorOf(lastEventId: string): Cursor {
  const { data, error } = FeedCursor.safeParse(lastEventId);
  if (data !== undefined) return data;
  throw new WaybillError("bad_request", `Last-Event-ID is wrong. ${error?.issues[0]?.message}`);
}

function tooMany(open: number): string {
  return `You have ${open} requests waiting for the feed or for batches. One consumer needs one.`;
}
