import "server-only";
import type { FeedItem } from "../../core/contracts/feed-views.ts";
import { HEARTBEAT, HEARTBEAT_MS } from "../../lib/event-stream.ts";
import { pulledStream } from "../../lib/pulled-stream.ts";
import type { Context } from "../../operations/context.ts";
import { awaitFeed } from "../../operations/sequencer/await-feed.ts";
import { readFeed } from "../../operations/sequencer/read-feed.ts";
import { hub } from "./hub.ts";
import { findActor } from "./session.ts";

/** Items of one write: at most some 40 KiB that a client has not read. */
const ITEMS_AT_A_TIME = 100;

/**
 * The feed after a position as server-sent events, each with its position as its id. It goes on until the client disconnects,
 * or may not read it any more. A client that does not read is waited for.
 * @throws WaybillError `position_ahead`, `too_many_requests`, `shutting_down`
 */
export async function feedStream(
  ctx: Context,
  { headers, signal }: Request,
  after: number,
): Promise<Response> {
  // what can be refused is, while there still is a status to say so with
  await readFeed(ctx, { after, limit: 1 });
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
          const page = await awaitFeed({ db: ctx.db, actor: follower.actor }, asked, wait);
          const passed = page.next === String(from) ? "" : `id: ${page.next}\n`;
          from = Number(page.next);
          if (page.items.length > 0) return page.items.map(eventOf).join("") + tail(page.items, page.next);
          return `${passed}${HEARTBEAT}`;
        },
        (error) => ctx.log.info({ err: error }, "feed.ended"),
      ),
  );
}

function eventOf(item: FeedItem): string {
  return `id: ${item.position}\ndata: ${JSON.stringify(item)}\n\n`;
}

/** An id without data moves the client's cursor past what is hidden from it, and nobody is told anything. */
function tail(items: readonly FeedItem[], next: string): string {
  return items.at(-1)?.position === next ? "" : `id: ${next}\n\n`;
}
