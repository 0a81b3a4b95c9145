import { pauseBeforeTryMs } from "../outbox/pause.ts";
import type { CallbackAnswer } from "./ports.ts";

/** How a callback stood when the try began. `tries` counts this one; `elapsedMs`: since the first try began. */
export type CallbackStanding = {
  readonly tries: number;
  readonly elapsedMs: number;
  readonly backoffMs: number;
  readonly giveUpMs: number;
  /** In [0, 1). */
  readonly chance: number;
};

/** What becomes of a callback after a try. */
export type AfterCallbackTry =
  | { readonly kind: "sent" }
  | { readonly kind: "again"; readonly pauseMs: number }
  | { readonly kind: "failed" };

/** Statuses whose `Retry-After` is heeded. Source: RFC 6585 section 4, RFC 9110 section 15.6.4. */
const HEEDED: readonly number[] = [429, 503];
/** The receiver wants no more of it. Source: Standard Webhooks, "Delivery". */
const GONE = 410;

/**
 * Decides what becomes of a callback after a try: 2xx is delivered; 410, or an address that may not be called, ends it
 * at once; everything else, including redirects, is tried again with doubling pauses until `giveUpMs` after the first
 * try, with a last try just then. Source: docs/reference/callbacks.md, "Tries".
 */
export function decideAfterCallbackTry(answer: CallbackAnswer, standing: CallbackStanding): AfterCallbackTry {
  if (answer.kind === "answered" && answer.status >= 200 && answer.status < 300) return { kind: "sent" };
  const isOver = answer.kind === "answered" ? answer.status === GONE : answer.isRefused;
  const leftMs = standing.giveUpMs - standing.elapsedMs;
  if (isOver || leftMs <= 0) return { kind: "failed" };
  const ownMs = pauseBeforeTryMs(standing.tries, standing.backoffMs, standing.chance);
  return { kind: "again", pauseMs: Math.min(Math.max(ownMs, askedMs(answer)), Math.ceil(leftMs)) };
}

function askedMs(answer: CallbackAnswer): number {
  const heeded = answer.kind === "answered" && HEEDED.includes(answer.status);
  return heeded ? (answer.retryAfterMs ?? 0) : 0;
}
