import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBatch } from "../../operations/batch/get.ts";
import { placeHold } from "../../operations/hold/place.ts";
import { releaseHold } from "../../operations/hold/release.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles } from "../pipeline/manifests.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";

const SLUG = "maps";
const COUNT = 1_000;
const WORKERS = 2;
const AT_ONCE = 8;
/** Long enough for a worker that looks every 200 ms to have begun what it may. */
const LOOKS_MS = 1_500;
const PATIENCE_MS = 240_000;

let source: HostileSource;
let installation: Installation;
const workers: WorkerProcess[] = [];

beforeAll(async () => {
  source = await startSource();
  installation = await makeInstallation({
    settings: { privateSources: [source.host] },
    // nobody is killed here, and a busy machine must not take leases away
    env: { JOB_CONCURRENCY: String(AT_ONCE), LEASE_MS: "30000" },
  });
  for (let made = 0; made < WORKERS; made += 1) workers.push(await startWorker(installation.workerEnv));
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await installation?.end();
  await source?.close();
});

const states = async (batchId: string) => {
  const rows = await installation.ctx.db.job.groupBy({ by: ["state"], where: { batchId }, _count: true });
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]));
};
const jobsOf = (batchId: string) => installation.ctx.db.job.count({ where: { batchId } });

describe("holds with workers", () => {
  // Merritt answers QUEUED and shows no reason; here the batch is Pending and its page says who holds the intake and why.
  it("S7: while the intake is held a deposit is accepted and no job is made of it; released, it is completed", async () => {
    const { ctx } = installation;
    await placeHold(ctx, { on: "intake", reason: "the database is moved" });
    const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
    await sleep(LOOKS_MS);
    expect(await jobsOf(batchId)).toBe(0);
    const view = await getBatch(ctx, batchId);
    expect(view.state).toBe("Pending");
    expect(view.whereIsIt).toMatch(
      /^First in line\. All new work is held by Tester .*: the database is moved\.$/,
    );
    await releaseHold(ctx, { on: "intake" });
    await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
    expect(await installation.jobStates(batchId)).toEqual(["Completed"]);
  });

  // There the job goes Held, unlocking the collection does nothing for it, and somebody has to set it to Pending. Here
  // the batch goes Held before it has jobs, and releasing the hold releases it in the same act.
  it("S8: while its collection is held a batch goes Held; releasing the hold alone lets it complete", async () => {
    const { ctx } = installation;
    await placeHold(ctx, { on: "collection", id: SLUG, reason: "disks are moved" });
    const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
    await installation.batchReaches(batchId, "Held");
    expect(await jobsOf(batchId)).toBe(0);
    await releaseHold(ctx, { on: "collection", id: SLUG });
    await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
  });

  it("an intake's hold that has an end is released by a worker", async () => {
    const { ctx } = installation;
    await placeHold(ctx, { on: "intake", reason: "a short pause", until: new Date(Date.now() + 2_000) });
    const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
    await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
    const [audit] = await ctx.db.audit.findMany({ orderBy: { id: "desc" }, take: 1 });
    expect(audit).toMatchObject({
      action: "intake.release",
      actor: "Waybill",
      reason: "The hold expired.",
    });
  });

  it("a hold placed and released in the middle of a 1,000-job batch: none is lost, none is done twice, and their order stays", async () => {
    const { ctx } = installation;
    source.serve("/file", { kind: "file", body: "bytes" });
    const rows = Array.from({ length: COUNT }, (_, place) => ({
      url: source.url("/file"),
      name: `item-${place + 1}.txt`,
    }));
    const batchId = await installation.deposit(batchOfFiles(rows), { filename: "many.checkm" });
    await until(async () => {
      const ended = (await states(batchId)).Completed ?? 0;
      return ended >= COUNT / 5 || `${ended} jobs had ended`;
    }, PATIENCE_MS);
    const began = performance.now();
    await placeHold(ctx, { on: "collection", id: SLUG, reason: "disks are moved" });
    await until(async () => {
      const { Held: held = 0, Completed: ended = 0, ...others } = await states(batchId);
      return held + ended === COUNT || JSON.stringify(others);
    }, PATIENCE_MS);
    const stopped = await states(batchId);
    await sleep(LOOKS_MS);
    expect(await states(batchId)).toEqual(stopped);
    expect(stopped.Held).toBeGreaterThan(COUNT / 10);
    await releaseHold(ctx, { on: "collection", id: SLUG });
    await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
    console.log(`${stopped.Held} jobs held, the rest of it in ${Math.round(performance.now() - began)} ms`);
    expect(await states(batchId)).toEqual({ Completed: COUNT });

    const moves = await ctx.db.$queryRaw<{ to: string; ordinal: number }[]>`
      SELECT event."to", job.ordinal FROM event JOIN job ON job.id = event.job_id
      WHERE event.batch_id = ${batchId} AND event.kind = 'job.moved' ORDER BY event.id`;
    for (const to of ["Estimating", "Provisioning", "Completed"])
      expect(moves.filter((move) => move.to === to)).toHaveLength(COUNT);
    expect(moves.filter(({ to }) => to === "Held")).toHaveLength(stopped.Held ?? 0);
    const order = moves.filter(({ to }) => to === "Provisioning").map(({ ordinal }) => ordinal);
    const apart = order.map((ordinal, place) => Math.abs(ordinal - 1 - place));
    console.log(`farthest from its place: ${Math.max(...apart)}`);
    expect(Math.max(...apart)).toBeLessThan(4 * WORKERS * AT_ONCE);
  }, 800_000);
});
