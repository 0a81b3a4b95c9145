import { DutyLost } from "../../core/sequencer/duties.ts";
import { timesBetween } from "../../core/task/cron.ts";
import { isConflict, isDatabaseAway } from "../../lib/database-fault.ts";
import { insertTask } from "../../prisma/store/task/accept.ts";
import type { TaskKindRow } from "../../prisma/store/task/kinds.ts";
import { listDueSchedules, type ScheduleRow, setScheduleSeen } from "../../prisma/store/task/schedule.ts";
import type { Context } from "../context.ts";
import { getKind, newTask } from "./start.ts";

/** The most times of one schedule that are made up for. */
const MOST_MISSED = 100;

/**
 * Begins the tasks whose schedules are due, for Waybill. A time makes one task, whoever finds it due: its key is the
 * schedule and the time. One that cannot be begun is logged, and holds up no other. A duty of the sequencer's writer.
 */
export async function beginScheduled(ctx: Context): Promise<void> {
  for (const { now, ...schedule } of await listDueSchedules(ctx.db)) {
    try {
      const kind = await getKind(ctx, schedule.task);
      await begin(ctx, kind, schedule, now);
    } catch (error) {
      // what is not the schedule's own fault befalls the others too
      if (error instanceof DutyLost || (isDatabaseAway(error) && !isConflict(error))) throw error;
      const { task, name } = schedule;
      ctx.log.error(
        { task, schedule: name, err: error },
        "a schedule was due, and its task could not be begun",
      );
    }
  }
}

async function begin(ctx: Context, kind: TaskKindRow, schedule: ScheduleRow, now: Date): Promise<void> {
  const most = schedule.missed === "each" ? MOST_MISSED : 1;
  const { due, next } = timesBetween(schedule, { after: schedule.seenTo, until: now, most });
  // not to now: in an hour that clocks repeat, what comes next depends on the time that was begun
  const seenTo = due.at(-1) ?? schedule.seenTo;
  const begun = await ctx.db.transact(async (tx) => {
    if (!(await setScheduleSeen(tx, schedule, { seenTo, nextAt: next }))) return 0;
    for (const at of due) {
      const idempotencyKey = `${schedule.name}@${at.toISOString()}`;
      await insertTask(tx, newTask(ctx, kind, { name: kind.name, input: schedule.input, idempotencyKey }));
    }
    return due.length;
  });
  if (begun === 0) return;
  ctx.log.info({ task: kind.name, schedule: schedule.name, begun }, "a schedule was due");
  ctx.changes.note({ due: ["task"], task: true });
}
