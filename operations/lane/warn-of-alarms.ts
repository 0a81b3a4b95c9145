import type { Memory } from "../../core/sequencer/duties.ts";
import { listBatchAlarms } from "../../prisma/store/lane/alarms.ts";
import type { Context } from "../context.ts";

/** Alarms read at a time, longest-lasting first. */
const MOST = 1_000;

/**
 * For each batch or lane whose alarm is new since the last call it logs `lane.alarm` at warn level, with lane, batch, kind and
 * start; once per alarm, whichever worker makes the call. Call it every few seconds. An alarm that ends and returns is logged
 * again. It is remembered before it is logged, as in operations/alarm/warn.ts.
 */
export async function warnOfLaneAlarms(
  { db, env, log }: Pick<Context, "db" | "env" | "log">,
  memory: Memory,
): Promise<void> {
  const told = memory.recall();
  const rows = await listBatchAlarms(db, env.LANE_TIMES, MOST);
  const keyed = rows.map((row) => ({ ...row, key: `${row.kind} ${row.batchId ?? row.serviceId}` }));
  await memory.keep(new Set(keyed.map(({ key }) => key)));
  for (const { key, batchId, serviceId, kind, since } of keyed)
    if (!told.has(key))
      log.warn({ lane: serviceId, ...(batchId && { batch: batchId }), kind, since }, "lane.alarm");
}
