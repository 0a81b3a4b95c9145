import { listBatchAlarms } from "../../prisma/store/lane/alarms.ts";
import type { Context } from "../context.ts";

/** Alarms looked at in one go, those that lasted longest first. */
const MOST = 1_000;

/**
 * Makes what a worker calls every few seconds: a line at warn level in its log for each batch or lane whose alarm is new
 * since the last call, `lane.alarm` with lane, batch, kind and since when. Once per alarm and process; one that is over and comes
 * again is told again.
 */
export function makeAlarmWarner({ db, env, log }: Pick<Context, "db" | "env" | "log">): () => Promise<void> {
  let told = new Set<string>();
  return async () => {
    const now = new Set<string>();
    for (const { batchId, serviceId, kind, since } of await listBatchAlarms(db, env.LANE_TIMES, MOST)) {
      const key = `${kind} ${batchId ?? serviceId}`;
      now.add(key);
      if (!told.has(key))
        log.warn({ lane: serviceId, ...(batchId && { batch: batchId }), kind, since }, "lane.alarm");
    }
    told = now;
  };
}
