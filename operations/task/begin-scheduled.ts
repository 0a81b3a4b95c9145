import { timesBetween } from "../../core/task/cron.ts";
import { insertTask } from "../../prisma/store/task/accept.ts";
import type { TaskKindRow } from "../../prisma/store/task/kinds.ts";
import { listDueSchedules, type ScheduleRow, setScheduleSeen } from "../../prisma/store/task/schedule.ts";
import type { Context } from "../context.ts";
import { getKind, newTask } from "./start.ts";

/** The most times of one schedule that are made up for. */
const MOST_MISSED = 100;

/**
 * Begins the tasks whose schedules are due, for Waybill. A time makes one task, whoever finds it due: its key is the
 * schedule and the time. A duty of the sequencer's writer.
 */
export async function beginScheduled(ctx: Context): Promise<void> {
  for (const { now, ...schedule } of await listDueSchedules(ctx.db)) {
    const kind = await getKind(ctx, schedule.task);
    await begin(ctx, kind, schedule, now);
  }
}

async function begin(ctx: Context, kind: TaskKindRow, schedule: ScheduleRow, now: Date): Promise<void> {
  const most = schedule.missed === "each" ? MOST_MISSED : 1;
  const { due, next } = timesBetween(schedule, { after: schedule.seenTo, until: now, most });
  const begun = await ctx.db.transact(async (tx) => {
    if (!(await setScheduleSeen(tx, schedule, { seenTo: now, nextAt: next }))) return 0;
    for (const at of due) {
      const idempotencyKey = `${schedule.name}@${at.toISOString()}`;
      await insertTask(tx, newTask(ctx, kind, { name: kind.name, input: schedule.input, idempotencyKey }));
    }
    return due.length;
  });
  if (begun === 0) return;
  ctx.log.info({ task: kind.name, schedule: schedule.name, begun }, "a schedule was due");
  ctx.changes.note({ due: true, task: true });
}
