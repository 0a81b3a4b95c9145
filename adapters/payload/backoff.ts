import { doubledMs } from "../../core/doubled.ts";
import type { PayloadOptions } from "./options.ts";

type Limits = Pick<PayloadOptions, "backoffBaseMs" | "backoffCapMs" | "retryAfterCapMs" | "random">;

/**
 * Milliseconds to wait after try `attempt` (from 1): exponential with full jitter, and never less than the source
 * asked for, up to `retryAfterCapMs`.
 */
export function backoffMs(limits: Limits, attempt: number, retryAfterMs: number | undefined): number {
  const highest = doubledMs(limits.backoffBaseMs, attempt - 1, limits.backoffCapMs);
  const asked = Math.min(retryAfterMs ?? 0, limits.retryAfterCapMs);
  return Math.max(asked, Math.floor(limits.random() * highest));
}
