import { Cursor, FeedQuery } from "../../../../core/contracts/feed-requests.ts";
import { WaybillError } from "../../../../core/errors.ts";
import { route } from "../../../../lib/http.ts";
import { readQuery } from "../../../../lib/read-request.ts";
import { wantsEventStream } from "../../../../lib/wants-event-stream.ts";
import { awaitFeed } from "../../../../operations/sequencer/await-feed.ts";
import { readFeed } from "../../../../operations/sequencer/read-feed.ts";
import { apiContext } from "../../../_server/context.ts";
import { feedStream } from "../../../_server/feed-stream.ts";
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
  if (wantsEventStream(request.headers)) {
    const last = request.headers.get("last-event-id");
    return feedStream(ctx, request, last ? cursorOf(last) : query.after);
  }
  if (query.wait === 0) return Response.json(await readFeed(ctx, query));
  const { signal, headers } = request;
  const again = () => getActor(headers);
  const wait = { waitMs: query.wait * 1000, signal, hints: hub().hints(), again };
  return Response.json(await waits().during(ctx.actor.id, tooMany, () => awaitFeed(ctx, query, wait)));
});

function cursorOf(lastEventId: string): number {
  const { data, error } = Cursor.safeParse(lastEventId);
  if (data !== undefined) return data;
  throw new WaybillError("bad_request", `Last-Event-ID is wrong. ${error?.issues[0]?.message}`);
}

function tooMany(open: number): string {
  return `You have ${open} requests waiting for the feed or for batches. One consumer needs one.`;
}
