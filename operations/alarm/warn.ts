import { ALARM_LASTS_MS } from "../../core/alarm/kinds.ts";
import type { Memory } from "../../core/sequencer/duties.ts";
import { listAlarmRows } from "../../prisma/store/alarm.ts";
import type { Context } from "../context.ts";

const MOST = 1_000;

/**
 * Logs `alarm` at warn level for each installation alarm that is new since the last call, once per alarm, whichever worker
 * makes the call. Call it every few seconds. It is remembered before it is logged: a worker that was stopped meanwhile and
 * goes on must not repeat it. If the worker is killed just between the two, the line is missing; the alarm itself stands.
 */
export async function warnOfAlarms({ db, log }: Pick<Context, "db" | "log">, memory: Memory): Promise<void> {
  const told = memory.recall();
  const rows = await listAlarmRows(db, ALARM_LASTS_MS, MOST);
  const keyed = rows.map((row) => ({ ...row, key: JSON.stringify([row.kind, row.subject, row.since]) }));
  await memory.keep(new Set(keyed.map(({ key }) => key)));
  for (const { key, kind, subject, message, since } of keyed)
    if (!told.has(key)) log.warn({ kind, subject, message, since }, "alarm");
}
