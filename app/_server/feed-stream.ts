import "server-only";
import type { FeedItem, FeedPage } from "../../core/contracts/feed-views.ts";
import { type Cursor, readCursor } from "../../core/sequencer/cursor.ts";
import { HEARTBEAT, HEARTBEAT_MS } from "../../lib/event-stream.ts";
import { pulledStream } from "../../lib/pulled-stream.ts";
import { Share, within } from "../../lib/shares.ts";
import type { Context } from "../../operations/context.ts";
import { awaitFeed } from "../../operations/sequencer/await-feed.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { hub } from "./hub.ts";
import { findActor } from "./session.ts";

/** Items of one write: at most some 40 KiB that a client has not read. */
const ITEMS_AT_A_TIME = 100;

/** Connections that all readers of the feed take at a time: who reads it from the beginning keeps nobody else waiting. */
const reads = new Share(2);

/** Reads the feed within its share of the connections. */
export function byFeed<Result>(read: () => Promise<Result>): Promise<Result> {
  return within([reads], read);
}

/**
 * The feed after a position as server-sent events, each with its position as its id. It goes on until the client disconnects,
 * or may not read it any more. A client that does not read is waited for.
 * @throws WaybillError `cursor_lost`, `too_many_requests`, `shutting_down`
 */
export async function feedStream(
  ctx: Context,
  { headers, signal }: Request,
  after: Cursor,
): Promise<Response> {
  // refused now, while there still is a status to say so with
  await byFeed(() => readFeed(ctx, { after, limit: 1 }));
  const hints = hub().hints();
  let from = after;
  return hub().follow(
    ctx.actor,
    () => findActor(headers),
    (follower) =>
      pulledStream(
        signal,
        async (stop) => {
          const asked = { after: from, limit: ITEMS_AT_A_TIME };
          const wait = { waitMs: HEARTBEAT_MS, signal: stop, hints, again: async () => follower.actor };
          const page = await byFeed(() => awaitFeed({ db: ctx.db, actor: follower.actor }, asked, wait));
          const passed = readCursor(page.next)?.position === from.position ? "" : idOf(page);
          from = readCursor(page.next) ?? from;
          if (page.items.length > 0) return page.items.map(eventOf).join("") + idOf(page);
          return `${passed}${HEARTBEAT}`;
        },
        (error) => ctx.log.info({ err: error }, "feed.ended"),
      ),
  );
}

function eventOf(item: FeedItem): string {
  return `id: ${item.position}\ndata: ${JSON.stringify(item)}\n\n`;
}

/** An id without data is no event: it moves the client's cursor past what is hidden from it, and names the history. */
function idOf({ next }: FeedPage): string {
  return `id: ${next}\n\n`;
}
