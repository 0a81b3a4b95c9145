import { WaybillError } from "../../core/errors.ts";
import { readLaneSettings } from "../../core/lane/settings.ts";
import type { Env } from "../../lib/env.ts";

/**
 * Refuses times with which a ledger's lane would wait longer than CLAIM_LAST_MS for a worker that died during a call,
 * since a claim outlives its calls. The default settings are never refused. The settling time does not prolong a claim.
 * @throws WaybillError `bad_request`
 */
export function checkTimes(settings: object, env: Pick<Env, "LANE_TIMES" | "CLAIM_LAST_MS">): void {
  const takes = callMs(settings, env.LANE_TIMES);
  if (takes <= Math.max(env.CLAIM_LAST_MS, callMs({}, env.LANE_TIMES))) return;
  throw new WaybillError(
    "bad_request",
    `A call takes up to ${takes} ms: when a worker dies in one, the lane waits longer than the ${env.CLAIM_LAST_MS} ms of CLAIM_LAST_MS. Set postTimeoutMs lower.`,
  );
}

function callMs(settings: object, scale: number): number {
  return readLaneSettings(settings, scale).postTimeoutMs;
}
