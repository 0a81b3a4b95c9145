import { QueueError } from "../../core/errors.ts";
import { readLaneSettings } from "../../core/lane/settings.ts";
import type { Env } from "../../lib/env.ts";

/**
 * Refuses times of a ledger's lane under which no call would ever be begun, since none would end within a claim.
 * @throws QueueError `bad_request`
 */
export function checkTimes(settings: object, env: Pick<Env, "LANE_TIMES" | "CLAIM_LAST_MS">): void {
  const { postTimeoutMs, settleMs } = readLaneSettings(settings, env.LANE_TIMES);
  if (postTimeoutMs + settleMs < env.CLAIM_LAST_MS) return;
  throw new QueueError(
    "bad_request",
    `A call and its settling take ${postTimeoutMs + settleMs} ms, which no claim of ${env.CLAIM_LAST_MS} ms (CLAIM_LAST_MS) outlives.`,
  );
}
