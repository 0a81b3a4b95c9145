import type { Actor } from "../../core/access/roles.ts";
import type { FeedPage } from "../../core/contracts/feed-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { type Cursor, readCursor } from "../../core/sequencer/cursor.ts";
import type { Context } from "../context.ts";
import { readFeed } from "./read-feed.ts";

/** Tells when a position after another one has been given. A hint: it may come late, or in vain. */
export type PositionHints = {
  /** True once this process is stopping: nothing more is told. */
  readonly isOver: boolean;
  /** Settles at a hint, at the end, at the latest after `ms`. @throws the signal's reason */
  until(after: number, ms: number, signal: AbortSignal): Promise<void>;
};

/** Whoever was woken in vain, by what is hidden from them, looks again no sooner than that. */
const VAIN_MS = 250;

export type Wait = {
  readonly waitMs: number;
  readonly signal: AbortSignal;
  readonly hints: PositionHints;
  /** Who the same request would act as now. @throws WaybillError when it would be refused */
  readonly again: () => Promise<Actor>;
};

/**
 * As readFeed, but when nothing has come it waits until something does, at the latest `waitMs`; then the answer is empty, as it
 * is at once when only hidden items have come and more is to be looked at. While it waits it holds no connection.
 * @throws WaybillError as readFeed and `again`; `shutting_down` when the process is stopping already; the signal's reason
 */
export async function awaitFeed(
  ctx: Pick<Context, "db" | "actor">,
  query: { readonly after: Cursor; readonly limit: number },
  { waitMs, signal, hints, again }: Wait,
): Promise<FeedPage> {
  if (hints.isOver) throw new WaybillError("shutting_down", "Waybill is stopping. Try again in a moment.");
  const untilMs = performance.now() + waitMs;
  const leftMs = () => untilMs - performance.now();
  let { actor } = ctx;
  let { after } = query;
  for (let look = 0; ; look += 1) {
    signal.throwIfAborted();
    const page = await readFeed({ db: ctx.db, actor }, { after, limit: query.limit });
    if (page.items.length > 0 || !page.isAll || leftMs() <= 0 || hints.isOver) return page;
    after = readCursor(page.next) ?? after;
    if (look > 0) await hints.until(Number.POSITIVE_INFINITY, Math.min(VAIN_MS, leftMs()), signal);
    await hints.until(after.position, leftMs(), signal);
    actor = await again();
  }
}
