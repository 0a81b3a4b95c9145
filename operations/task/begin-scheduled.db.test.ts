import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { TIMING } from "../../core/sequencer/timing.ts";
import { defineTask, type TaskDefinition } from "../../core/task/define-task.ts";
import { publishBeat } from "../../prisma/store/sequencer.ts";
import { taskScene } from "../../tests/factories/task-scene.ts";
import { takeAllDuties } from "../duty/take.ts";
import { beginScheduled } from "./begin-scheduled.ts";
import { registerTasks } from "./register.ts";

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
