import type { Actor } from "../../core/access/roles.ts";
import type { FeedPage } from "../../core/contracts/feed-views.ts";
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
 * As readFeed, but when there is nothing it waits until there is, at the latest `waitMs`; then the answer is empty. While it
 * waits it holds no connection.
 * @throws WaybillError as readFeed and `again`; the signal's reason
 */
export async function awaitFeed(
  ctx: Pick<Context, "db" | "actor">,
  query: { readonly after: number; readonly limit: number },
  { waitMs, signal, hints, again }: Wait,
): Promise<FeedPage> {
  const untilMs = performance.now() + waitMs;
  const leftMs = () => untilMs - performance.now();
  let { actor } = ctx;
  let { after } = query;
  for (let look = 0; ; look += 1) {
    signal.throwIfAborted();
    const page = await readFeed({ db: ctx.db, actor }, { after, limit: query.limit });
    after = Number(page.next);
    if (page.items.length > 0 || leftMs() <= 0 || hints.isOver) return page;
    if (page.next !== page.last) continue;
    if (look > 0) await hints.until(Number.POSITIVE_INFINITY, Math.min(VAIN_MS, leftMs()), signal);
    await hints.until(after, leftMs(), signal);
    actor = await again();
  }
}
