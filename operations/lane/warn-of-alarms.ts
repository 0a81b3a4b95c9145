import type { AlarmKind } from "../../core/lane/alarm.ts";
import type { Memory } from "../../core/sequencer/duties.ts";
import { type BatchAlarmRow, listBatchAlarms } from "../../prisma/store/lane/alarms.ts";
import type { Context } from "../context.ts";

/** Whose start moves while they stand: each time the ledger forgets it, or one of the open batches moves. */
const MOVING: readonly AlarmKind[] = ["keeps_forgetting", "several_open"];

/** Alarms read at a time, longest-lasting first. */
const MOST = 1_000;

/**
 * For each batch or lane whose alarm is new since the last call it logs `lane.alarm` at warn level, with lane, batch, kind and
 * start; once per alarm, whichever worker makes the call. Call it every few seconds. An alarm that ends and returns is logged
 * again, also if nobody looked in between, except for those of which nobody knows since when they stand (MOVING). It is remembered before it is logged, as in operations/alarm/warn.ts.
 */
export async function warnOfLaneAlarms(
  { db, env, log }: Pick<Context, "db" | "env" | "log">,
  memory: Memory,
): Promise<void> {
  const told = memory.recall();
  const rows = await listBatchAlarms(db, env.LANE_TIMES, MOST);
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row) }));
  await memory.keep(new Set(keyed.map(({ key }) => key)));
  for (const { key, batchId, serviceId, kind, since } of keyed)
    if (!told.has(key))
      log.warn({ lane: serviceId, ...(batchId && { batch: batchId }), kind, since }, "lane.alarm");
}

function keyOf({ kind, batchId, serviceId, since }: BatchAlarmRow): string {
  return JSON.stringify([kind, batchId ?? serviceId, ...(MOVING.includes(kind) ? [] : [since])]);
}
