import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HandWorker, openHandWorker } from "../../tests/pipeline/hand-worker.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { batchOfFiles } from "../../tests/pipeline/manifests.ts";
import type { Context } from "../context.ts";
import { getLane } from "../lane/get.ts";
import { deleteBatch } from "./delete.ts";
import { getBatch } from "./get.ts";
import { giveUpBatch } from "./give-up.ts";
import { resumeBatch } from "./resume.ts";

/** Three chunks of jobs, the last one not full. */
const ROWS = 1_200;

/** A manifest with this many rows, whose files do not exist. */
const manifest = (rows: number) =>
  batchOfFiles(
    Array.from({ length: rows }, (_, place) => ({
      url: `http://127.0.0.1:9/${place + 1}.txt`,
      name: `${place + 1}.txt`,
      sha256: "0".repeat(64),
    })),
  );

let installation: Installation;
let ctx: Context;
let worker: HandWorker;
/** Where the next worker dies; undefined: nowhere. */
let deadly: string | undefined;

beforeAll(async () => {
  installation = await makeInstallation();
  ctx = { ...installation.ctx, actor: { ...installation.ctx.actor, name: "Ann", role: "operator" } };
});
afterAll(() => installation.end());
beforeEach(async () => {
  deadly = undefined;
  worker = await openHandWorker(installation, async (name) => {
    if (name === deadly) throw new Error("dead");
  });
});
afterEach(async () => {
  await worker.end();
  await ctx.db
    .$executeRaw`UPDATE batch SET state = 'Deleted', submission_status = 'Skipped', stopped_at = NULL, due_at = NULL`;
  await ctx.db.$executeRaw`UPDATE job SET state = 'Deleted', due_at = NULL`;
});

/** A worker takes it and dies: nothing is given back, and the lease expires. */
async function die(batchId: string, at: string): Promise<void> {
  deadly = at;
  await expect(worker.work("batch", batchId)).rejects.toThrow("dead");
  deadly = undefined;
  await ctx.db.$executeRaw`
    UPDATE batch SET lease_until = clock_timestamp() - interval '1 second', lease_owner = 'dead' WHERE id = ${batchId}`;
}

/** A batch over which three workers have died at this point, and the one behind it in its serial lane. */
async function standstill(at: string, rows = ROWS): Promise<{ first: string; second: string }> {
  const first = await installation.deposit(manifest(rows), { filename: "first.checkm" });
  const second = await installation.deposit("next", { filename: "next.txt", type: "file" });
  await worker.workAll("lane");
  if (at !== "nowhere") for (let time = 0; time < 3; time += 1) await die(first, at);
  await worker.workAll("batch", "lane");
  return { first, second };
}

const stateOf = async (id: string) => (await ctx.db.batch.findUniqueOrThrow({ where: { id } })).state;
const jobsOf = (batchId: string) => ctx.db.job.count({ where: { batchId } });
const eventsOf = async (batchId: string) =>
  (await ctx.db.event.findMany({ where: { batchId, jobId: null }, orderBy: { id: "asc" } })).map(
    ({ kind, to }) => to ?? kind,
  );
/** Makes every job look as if it had been worked, the last ones without success. */
const endJobs = (batchId: string, failed = 0) => ctx.db.$executeRaw`
  UPDATE job SET due_at = NULL, lease_until = NULL, ended_at = clock_timestamp(), error_code = 'internal',
    state = CASE WHEN ordinal <= ${failed}::int THEN 'Failed' ELSE 'Completed' END::job_state WHERE batch_id = ${batchId}`;

describe("a batch over which three workers died while its jobs were made", () => {
  // of 1,200 rows a chunk makes 500
  it.each([
    ["Expanding:before", 0],
    ["Expanding:judged", 0],
    ["Expanding:chunk", 500],
    ["Expanding:made", 1_200],
  ])("at %s stands still with its lane, and goes on where it stood", async (point, made) => {
    const { first, second } = await standstill(point);
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
      state: "Processing",
      submissionStatus: "Pending",
      stoppedAt: expect.any(Date),
      dueAt: null,
      leaseOwner: null,
      expandedAt: null,
    });
    expect([await stateOf(second), await jobsOf(first)]).toEqual(["Pending", made]);
    await worker.sweep();
    await worker.workAll("batch", "lane");
    expect(await stateOf(second)).toBe("Pending");

    const before = new Set((await ctx.db.job.findMany({ where: { batchId: first } })).map(({ id }) => id));
    expect(
      (await resumeBatch(ctx, { batchId: first, reason: "the worker has more memory" })).stopped,
    ).toBeNull();
    await worker.workAll("batch", "lane");
    const jobs = await ctx.db.job.findMany({ where: { batchId: first }, orderBy: { ordinal: "asc" } });
    expect(jobs.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: ROWS }, (_, place) => place + 1));
    expect(jobs.filter(({ id }) => before.has(id))).toHaveLength(made);
    expect([await stateOf(first), await stateOf(second)]).toEqual(["Processing", "Pending"]);

    await endJobs(first);
    await worker.sweep();
    await worker.workAll("batch", "lane");
    expect(await eventsOf(first)).toEqual([
      "Pending",
      "Processing",
      "batch.stopped",
      "batch.resumed",
      "Reporting",
      "Completed",
    ]);
    expect(await stateOf(second)).toBe("Processing");
    expect(await ctx.db.report.count({ where: { batchId: first } })).toBe(1);
  });

  it("or while its report was written, stands still with its lane; the report is written once it is resumed", async () => {
    const { first, second } = await standstill("nowhere", 3);
    await endJobs(first);
    await worker.sweep();
    for (let time = 0; time < 3; time += 1) await die(first, "Reporting:before");
    await worker.sweep();
    await worker.workAll("batch", "lane");
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
      state: "Reporting",
      stoppedAt: expect.any(Date),
      dueAt: null,
      leaseOwner: null,
    });
    expect(await stateOf(second)).toBe("Pending");
    expect(await getBatch(ctx, first)).toMatchObject({
      stopped: { reason: expect.stringContaining("3 workers have died while its report was being written.") },
      whereIsIt: expect.stringContaining("The report could not be written; an operator must look into it"),
      may: { decide: true },
    });
    expect(await getLane(ctx, "maps")).toMatchObject({ alarm: { kind: "stopped", batches: 1 } });
    await expect(giveUpBatch(ctx, { batchId: first, reason: "no report" })).rejects.toMatchObject({
      code: "illegal_move",
      message: expect.stringContaining("resume it"),
    });

    expect((await resumeBatch(ctx, { batchId: first, reason: "more memory" })).stopped).toBeNull();
    await worker.workAll("batch", "lane");
    expect([await stateOf(first), await stateOf(second)]).toEqual(["Completed", "Processing"]);
    expect(await ctx.db.report.count({ where: { batchId: first } })).toBe(1);
  });

  it("or over the report of one that could not be read, stands still too, and may be deleted", async () => {
    const first = await installation.deposit(manifest(3), { filename: "first.checkm" });
    const { payloadPath } = await ctx.db.batch.findUniqueOrThrow({ where: { id: first } });
    await writeFile(path.join(installation.folder, "working", payloadPath ?? ""), "other bytes");
    await worker.workAll("lane");
    for (let time = 0; time < 3; time += 1) await die(first, "Reporting:before");
    await worker.workAll("batch");
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
      state: "Failed",
      stoppedAt: expect.any(Date),
      dueAt: null,
    });
    expect((await getBatch(ctx, first)).whereIsIt).toContain("The report could not be written");
    await deleteBatch(ctx, { batchId: first, reason: "not wanted" });
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({ stoppedAt: null });
  });

  it("after the last record has all it needs: one kill there stops nothing", async () => {
    const first = await installation.deposit(manifest(3), { filename: "first.checkm" });
    await worker.workAll("lane");
    await die(first, "Expanding:recorded");
    await worker.workAll("batch");
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
      stoppedAt: null,
      expandedAt: expect.any(Date),
    });
  });

  it("says so on its page, in its lane and as an alarm, to whom it concerns", async () => {
    const { first } = await standstill("Expanding:chunk");
    const view = await getBatch(ctx, first);
    expect(view).toMatchObject({
      state: "Processing",
      stopped: {
        code: "worker_killed",
        reason: expect.stringContaining("3 workers have died while creating its jobs"),
      },
      whereIsIt: expect.stringContaining(
        "An operator must decide how it continues. 0 of 500 objects are stored so far.",
      ),
      may: { decide: true },
    });
    const depositor = { ...ctx, actor: { ...ctx.actor, role: "viewer" as const } };
    expect((await getBatch(depositor, first)).may.decide).toBe(false);
    const lane = await getLane(ctx, "maps");
    expect(lane).toMatchObject({
      head: { id: first },
      why: { cause: "stopped", sentence: expect.stringContaining("The first batch has stood still since") },
      alarm: { kind: "stopped", batches: 1 },
    });
    await resumeBatch(ctx, { batchId: first, reason: "looked at" });
    // no process has reported here
    expect(await getLane(ctx, "maps")).toMatchObject({ why: { cause: "no_worker" }, alarm: null });
  });

  it("is resumed once, however often that is asked, and counts kills anew", async () => {
    const { first } = await standstill("Expanding:judged", 3);
    const asks = Array.from({ length: 4 }, () => resumeBatch(ctx, { batchId: first, reason: "looked at" }));
    await Promise.all(asks);
    expect(await ctx.db.audit.count({ where: { action: "batch.resume", target: first } })).toBe(1);
    for (let time = 0; time < 2; time += 1) await die(first, "Expanding:judged");
    await worker.workAll("batch");
    expect(await ctx.db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
      stoppedAt: null,
      expandedAt: expect.any(Date),
    });
  });

  it("is given up: the jobs it has end, it is reported as Failed, and the next one goes", async () => {
    const { first, second } = await standstill("Expanding:chunk");
    await expect(deleteBatch(ctx, { batchId: first, reason: "not wanted" })).rejects.toMatchObject({
      code: "illegal_move",
      message: expect.stringContaining("given up first"),
    });
    const asks = Array.from({ length: 3 }, () =>
      giveUpBatch(ctx, { batchId: first, reason: "the manifest is bad" }),
    );
    await Promise.all(asks);
    expect(await ctx.db.audit.count({ where: { action: "batch.give-up", target: first } })).toBe(1);
    await worker.sweep();
    await worker.workAll("batch", "lane");
    // 500 jobs are in progress: neither its report nor the next batch comes before they have ended
    expect([await stateOf(first), await stateOf(second), await jobsOf(first)]).toEqual([
      "Processing",
      "Pending",
      500,
    ]);
    await endJobs(first, 2);
    await worker.sweep();
    await worker.workAll("batch", "lane");
    expect([await stateOf(first), await stateOf(second)]).toEqual(["Failed", "Processing"]);
    const report = await ctx.db.report.findFirstOrThrow({ where: { batchId: first } });
    expect(report.outcome).toBe("FAIL");
    const view = await getBatch(ctx, first);
    expect(view.fault).toMatchObject({
      code: "given_up",
      message:
        "Workers died while creating its jobs, and Ann gave up the rest: the manifest is bad. 500 jobs had been created.",
    });
    expect(view.whereIsIt).toBe(
      "498 of 500 objects are stored, 2 failed. The rest of the deposit was given up: see what to do.",
    );
  });

  it("is given up before it has a job, and reported all the same", async () => {
    const { first, second } = await standstill("Expanding:judged", 3);
    await giveUpBatch(ctx, { batchId: first, reason: "the manifest is bad" });
    await worker.workAll("batch", "lane");
    expect([await stateOf(first), await stateOf(second)]).toEqual(["Failed", "Processing"]);
    expect(await ctx.db.report.count({ where: { batchId: first } })).toBe(1);
    await deleteBatch(ctx, { batchId: first, reason: "not wanted" });
    expect(await stateOf(first)).toBe("Deleted");
  });

  it("goes on by itself when one of them was only paused and comes back", async () => {
    const { first } = await standstill("Expanding:chunk");
    const { killFences } = await ctx.db.batch.findUniqueOrThrow({ where: { id: first } });
    expect(killFences).toHaveLength(3);
    await worker.comeBack("batch", first, killFences[1] ?? 0n);
    await worker.sweep();
    await worker.workAll("batch");
    expect([await stateOf(first), await jobsOf(first)]).toEqual(["Processing", ROWS]);
    expect(await eventsOf(first)).toContain("batch.resumed");
  });

  it("is refused what it is not: resumed when Pending, given up when it goes on", async () => {
    const { first, second } = await standstill("Expanding:judged", 3);
    await expect(resumeBatch(ctx, { batchId: second, reason: "why not" })).rejects.toMatchObject({
      code: "illegal_move",
    });
    await resumeBatch(ctx, { batchId: first, reason: "looked at" });
    await expect(giveUpBatch(ctx, { batchId: first, reason: "why not" })).rejects.toMatchObject({
      code: "illegal_move",
    });
    await expect(giveUpBatch(ctx, { batchId: "bid-none", reason: "why not" })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
