import { afterAll, beforeAll, expect, it, vi } from "vitest";
import * as z from "zod";
import { TIMING } from "../../core/sequencer/timing.ts";
import { defineTask, type TaskDefinition } from "../../core/task/define-task.ts";
import { publishBeat } from "../../prisma/store/sequencer.ts";
import { listKinds, seeKinds } from "../../prisma/store/task/kinds.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { takeAllDuties } from "../duty/take.ts";
import { beginScheduled } from "./begin-scheduled.ts";
import { registerTasks } from "./register.ts";
import { startTask } from "./start.ts";

/** Half a day from now, so that no time comes due while the test runs. */
const HOUR = (new Date().getUTCHours() + 12) % 24;
const DAILY = `0 ${HOUR} * * *`;
const INPUT = z.strictObject({ of: z.string() });
const scheduled = (cron: string): TaskDefinition =>
  defineTask({
    name: "scheduled",
    input: INPUT,
    key: ["of"],
    schedules: [
      { name: "latest", cron, timeZone: "UTC", input: { of: "latest" } },
      { name: "each", cron, timeZone: "UTC", input: { of: "each" }, missed: "each" },
    ],
    run: () => null,
  });

let scene: Awaited<ReturnType<typeof taskScene>>;
beforeAll(async () => {
  scene = await taskScene([scheduled(DAILY)]);
});
afterAll(() => scene.end());

/** As if the schedules had been looked at so long ago last. */
const wait = async (hours: number) => {
  await scene.ctx.db.$executeRaw`
    UPDATE task_schedule SET seen_to = clock_timestamp() - ${hours}::float8 * interval '1 hour',
      next_at = clock_timestamp() - interval '1 second'`;
};
const keys = async () =>
  (await scene.ctx.db.task.findMany({ orderBy: { idempotencyKey: "asc" } })).map(
    (task) => task.idempotencyKey,
  );

it("is not due before its time", async () => {
  await beginScheduled(scene.ctx);
  expect(await keys()).toEqual([]);
});

it("makes one task of what was missed, or one for each time, by whoever looks, once", async () => {
  await wait(3 * 24);
  await Promise.all(Array.from({ length: 4 }, () => beginScheduled(scene.ctx)));
  const made = await keys();
  expect(made.filter((key) => key?.startsWith("each@"))).toHaveLength(3);
  expect(made.filter((key) => key?.startsWith("latest@"))).toHaveLength(1);
  for (const key of made) expect(key).toMatch(new RegExp(`T${String(HOUR).padStart(2, "0")}:00:00\\.000Z$`));
  await wait(3 * 24);
  await beginScheduled(scene.ctx);
  expect(await keys()).toEqual(made);
  const { state, submitterId } = await scene.ctx.db.task.findFirstOrThrow();
  expect([state, submitterId]).toEqual(["Accepted", "waybill"]);
});

it("is done by the writer of the beats alone: a stint that has ended makes nothing", async () => {
  const { db } = scene.ctx;
  const beat = async (after: number, writer: string) => {
    const publication = { after, writer, incarnation: `${writer}/1`, handsOver: false };
    return (await publishBeat(db, publication, TIMING)).latest.beat;
  };
  const first = await beat(0, "one");
  const taken = await takeAllDuties(scene.ctx, { holder: "one", term: first.term });
  const duty = taken?.get("schedules");
  if (!duty) throw new Error("the duty was not taken");
  await db.task.deleteMany();
  await wait(24);
  await beat(first.seq, "two");
  await expect(beginScheduled(duty.ctx)).rejects.toThrow("Another worker has the duty schedules now");
  expect(await keys()).toEqual([]);
});

it("is passed, and logged, when it cannot be begun: those behind it are begun", async () => {
  const { db, log } = scene.ctx;
  await db.task.deleteMany();
  await wait(24);
  await db.taskSchedule.update({
    where: { task_name: { task: "scheduled", name: "each" } },
    data: { cron: "never", nextAt: new Date(0) },
  });
  const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
  await beginScheduled(scene.ctx);
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ task: "scheduled", schedule: "each" }),
    expect.any(String),
  );
  error.mockRestore();
  expect(await keys()).toEqual([expect.stringMatching(/^latest@/)]);
  await registerTasks(scene.ctx, [scheduled(DAILY)]);
});

it("has its times looked at up to the last one that was begun, so that an hour which clocks repeat begins nothing twice", async () => {
  const { db } = scene.ctx;
  await db.task.deleteMany();
  await wait(3 * 24);
  await beginScheduled(scene.ctx);
  const last = (await keys()).filter((key) => key?.startsWith("each@")).at(-1);
  const { seenTo } = await db.taskSchedule.findFirstOrThrow({ where: { name: "each" } });
  expect(`each@${seenTo.toISOString()}`).toBe(last);
});

it("begins nothing of a task that no worker has known for a while, and goes on when one knows it again", async () => {
  const { db } = scene.ctx;
  await db.task.deleteMany();
  await wait(24);
  const other = defineTask({ name: "other", input: INPUT, run: () => null });
  await db.taskKind.updateMany({ data: { seenAt: new Date(Date.now() - 3_600_000) } });
  const start = () => startTask(scene.ctx, { name: "scheduled", input: { of: "x" }, idempotencyKey: null });
  // no worker is there at all: what was known is accepted
  const { id } = await start();
  await db.task.delete({ where: { id } });
  await registerTasks(scene.ctx, [other]);
  await beginScheduled(scene.ctx);
  expect(await keys()).toEqual([]);
  await expect(start()).rejects.toMatchObject({ code: "unknown_task" });
  expect((await listKinds(db)).map(({ name }) => name)).toEqual(["other"]);
  await seeKinds(db, ["scheduled"]);
  await beginScheduled(scene.ctx);
  expect(await keys()).toHaveLength(2);
});

it("is judged as a worker starts, and counted by the database's clock", async () => {
  const wrong = (given: { cron?: string; input?: unknown; key?: readonly "of"[] }) =>
    defineTask({
      name: "wrong",
      input: z.object({ of: z.string().optional() }),
      key: given.key ?? [],
      schedules: [
        {
          name: "nightly",
          cron: given.cron ?? DAILY,
          timeZone: "UTC",
          input: (given.input ?? {}) as { of?: string },
        },
      ],
      run: () => null,
    });
  const { ctx } = scene;
  for (const given of [
    { cron: "never" },
    { input: { of: 1 } },
    { key: ["of"] as const },
    { input: { of: "\0" } },
  ])
    await expect(registerTasks(ctx, [wrong(given)])).rejects.toThrow(
      "The schedule nightly of the task wrong is wrong",
    );
  expect(await ctx.db.taskKind.count({ where: { name: "wrong" } })).toBe(0);
  const late = new Date(Date.now() + 90 * 86_400_000);
  await registerTasks({ ...ctx, now: () => late }, [wrong({})]);
  const { seenTo, nextAt } = await ctx.db.taskSchedule.findFirstOrThrow({ where: { task: "wrong" } });
  expect(nextAt.getTime()).toBeLessThan(late.getTime());
  expect(nextAt.getTime()).toBeGreaterThan(seenTo.getTime());
  await ctx.db.taskKind.delete({ where: { name: "wrong" } });
});

it("keeps what is due when a worker starts, and follows its times when they change", async () => {
  await wait(48);
  const [before] = await scene.ctx.db.taskSchedule.findMany({ orderBy: { name: "asc" } });
  await registerTasks(scene.ctx, [scheduled(DAILY)]);
  const [kept] = await scene.ctx.db.taskSchedule.findMany({ orderBy: { name: "asc" } });
  expect([kept?.seenTo, kept?.nextAt]).toEqual([before?.seenTo, before?.nextAt]);
  await registerTasks(scene.ctx, [scheduled(`30 ${HOUR} * * *`)]);
  const [moved] = await scene.ctx.db.taskSchedule.findMany({ orderBy: { name: "asc" } });
  expect(moved?.nextAt.getUTCMinutes()).toBe(30);
  await registerTasks(scene.ctx, [defineTask({ name: "scheduled", input: INPUT, run: () => null })]);
  expect(await scene.ctx.db.taskSchedule.count()).toBe(0);
});
