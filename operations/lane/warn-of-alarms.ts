import { listBatchAlarms } from "../../prisma/store/lane/alarms.ts";
import type { Context } from "../context.ts";

/** Alarms read at a time, longest-lasting first. */
const MOST = 1_000;

/**
 * Makes a function for a worker to call every few seconds. For each batch or lane whose alarm is new since the last
 * call it logs `lane.alarm` at warn level, with lane, batch, kind and start. Once per alarm and process; an alarm that
 * ends and returns is logged again.
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
