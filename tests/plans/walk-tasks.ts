import * as z from "zod";
import { byName } from "../../core/task/by-name.ts";
import { defineTask } from "../../core/task/define-task.ts";
import type { Context } from "../../operations/context.ts";
import { beginScheduled } from "../../operations/task/begin-scheduled.ts";
import { cancelTask } from "../../operations/task/cancel.ts";
import { countTasks } from "../../operations/task/count.ts";
import { getTask } from "../../operations/task/get.ts";
import { listSteps, listTaskKinds, listTasks } from "../../operations/task/list.ts";
import { registerTasks } from "../../operations/task/register.ts";
import { requestTask } from "../../operations/task/request.ts";
import { retryTask } from "../../operations/task/retry.ts";
import { sendTaskEvent } from "../../operations/task/send-event.ts";
import { workTask } from "../../operations/task/work.ts";
import { claimCopy, endCopy, renewCopy } from "../../prisma/store/copy/claim.ts";
import { planPage, withdrawUnwanted } from "../../prisma/store/copy/plan.ts";
import { takeNextLease } from "../../prisma/store/lease.ts";
import { forgetTasks } from "../../prisma/store/task/forget.ts";
import { seeKinds } from "../../prisma/store/task/kinds.ts";
import { forgetLanes } from "../../prisma/store/task/lane.ts";
import { makePerson } from "../factories/make-person.ts";
import type { Site } from "./hot-paths.ts";

const OWNER = "a worker";
const LEASE_MS = 60_000;
const reason = "as the walk has it";

const laned = defineTask({
  name: "laned",
  input: z.strictObject({ lane: z.string() }),
  key: ["lane"],
  retry: { maxAttempts: 1 },
  schedules: [{ name: "yearly", cron: "0 0 1 1 *", timeZone: "UTC", input: { lane: "1" } }],
  async run({ lane }, { step, sleep, waitFor }) {
    await step("one", () => lane);
    await sleep(0);
    if (lane === "2") await waitFor("approved");
    if (lane === "3") throw new Error("it cannot");
  },
});
const loose = defineTask({ name: "loose", input: z.object({}), needsKey: false, run: () => null });
const DEFINITIONS = [laned, loose];

/** Tasks from the request to the end, in lanes where thousands wait; then what a person does, and what is done hourly. */
export async function walkTasks({ installation, database }: Site): Promise<void> {
  const ctx: Context = { ...installation.ctx, actor: await makePerson(installation.ctx.db, "admin") };
  await registerTasks(ctx, DEFINITIONS);
  await seeKinds(ctx.db, ["laned", "loose"]);
  for (const lane of ["1", "2", "3", "1"])
    await requestTask(ctx, { name: "laned", input: { lane }, key: `key-${lane}` });
  await requestTask(ctx, { name: "loose", input: {}, key: null });
  for (const lane of ["1", "2", "3"]) await workFirstOf(ctx, database, lane);
  await database.ask(
    "UPDATE task_schedule SET next_at = now() - interval '1 minute', seen_to = now() - interval '2 years'",
  );
  await beginScheduled(ctx);
  const [waiting] = await database.ask<{ id: string }>("SELECT id FROM task WHERE state = 'Waiting'");
  const [dead] = await database.ask<{ id: string }>(
    "SELECT id FROM task WHERE state = 'Dead' AND name = 'laned'",
  );
  const [behind] = await database.ask<{ id: string }>(
    "SELECT id FROM task WHERE lane_id = 'task-lane-1' AND state = 'Accepted' AND due_at IS NULL ORDER BY lane_seq DESC LIMIT 1",
  );
  if (!(waiting && dead && behind))
    throw new Error("the walk has left no task that waits, none that is dead, or none behind others");
  await sendTaskEvent(ctx, { id: waiting.id, name: "approved", payload: {} });
  await retryTask(ctx, { id: dead.id, from: "start", reason });
  await cancelTask(ctx, { id: dead.id, reason });
  for (const filter of [
    {},
    { name: "laned" },
    { state: "Succeeded" },
    { state: "Dead", name: "loose" },
    { lane: '["1"]' },
    { submitter: "nobody" },
    { from: new Date("2026-01-01"), to: new Date("2026-01-02") },
  ] as const)
    await listTasks(ctx, { ...filter, limit: 50 });
  await countTasks(ctx);
  await getTask(ctx, waiting.id);
  await getTask(ctx, behind.id);
  await listSteps(ctx, waiting.id);
  await listTaskKinds(ctx);
  await forgetTasks(ctx.db, 1, 500);
  await ctx.db.transact((tx) => forgetLanes(tx, "", 2_000));
}

/** Runs the first task of a lane until it has ended or waits for an event. */
async function workFirstOf(ctx: Context, database: Site["database"], lane: string): Promise<void> {
  const ports = { definitions: byName(DEFINITIONS), roll: () => 0, faultPoint: async () => undefined };
  const first = `lane_id = 'task-lane-${lane}' AND due_at IS NOT NULL`;
  for (let run = 0; run < 2; run += 1) {
    // before all others that are due
    const [task] = await database.ask<{ id: string }>(
      `UPDATE task SET due_at = 'epoch' WHERE ${first} AND created_at < '2026-06-01' RETURNING id`,
    );
    const lease = await takeNextLease(ctx.db, "task", {
      owner: OWNER,
      leaseMs: LEASE_MS,
      tasks: ["laned", "loose"],
    });
    if (!lease || lease.id !== task?.id) throw new Error("the first task of the lane was not to be had");
    await workTask(ctx, ports, { taskId: lease.id, ...lease, signal: new AbortController().signal });
  }
}

/** What the task of copies does with one page of versions, and one copy that is due. */
export async function walkCopies({ installation: { ctx } }: Site): Promise<void> {
  const held = await ctx.db.transact((tx) =>
    claimCopy(tx, { storages: ["far"], owner: OWNER, leaseMs: LEASE_MS }),
  );
  if (!held) throw new Error("no copy was due");
  await renewCopy(ctx.db, held, LEASE_MS);
  await endCopy(ctx.db, held, { state: "Verified", trouble: null, againInMs: null });
  await ctx.db.transact((tx) => planPage(tx, { objectId: "", version: 0 }, 1_000));
  await ctx.db.transact(withdrawUnwanted);
}
