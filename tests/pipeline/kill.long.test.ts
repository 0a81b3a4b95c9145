import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { validateStorageRoot } from "../../adapters/storage/ocfl/validate.ts";
import { giveUpBatch } from "../../operations/batch/give-up.ts";
import { resumeBatch } from "../../operations/batch/resume.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { batchOfFiles } from "./manifests.ts";
import { until } from "./until.ts";
import { startWorker, untilDead, type WorkerProcess } from "./worker-process.ts";

/** Every place where a job or batch can be cut off: before a stage, after its effect, after its record. */
const POINTS = [
  "Expanding:before",
  "Expanding:judged",
  "Expanding:chunk",
  "Expanding:made",
  "Expanding:recorded",
  "Pending:before",
  "Pending:recorded",
  "Estimating:before",
  "Estimating:recorded",
  "Provisioning:before",
  "Provisioning:recorded",
  "Downloading:before",
  "Downloading:effect",
  "Downloading:recorded",
  "Processing:before",
  "Processing:identified",
  "Processing:effect",
  "Processing:recorded",
  "Recording:before",
  "Recording:effect",
  "Recording:recorded",
  "Notify:before",
  "Notify:effect",
  "Notify:recorded",
  "Reporting:before",
  "Reporting:recorded",
] as const;

/** Points after which the file has been verified and must not be fetched again. */
const FETCHED_BEFORE = POINTS.slice(POINTS.indexOf("Downloading:effect"));
const BODY = "the only bytes";
const SHA256 = createHash("sha256").update(BODY).digest("hex");

/** An installation with the source of its deposits, and the worker that was left to it last. */
type Site = { source: HostileSource; installation: Installation; survivor?: WorkerProcess };

/** Side by side, since most of the time goes into starting workers and waiting for leases. */
const SITES = 2;
const sites: Site[] = [];
const free: Site[] = [];
const wanted: ((site: Site) => void)[] = [];

beforeAll(async () => {
  for (let count = 0; count < SITES; count += 1) {
    const source = await startSource();
    const installation = await makeInstallation({
      settings: { privateSources: [source.host] },
      env: { LEASE_MS: "700", POLL_MS: "100" },
    });
    sites.push({ source, installation });
  }
  free.push(...sites);
});
afterAll(async () => {
  for (const { source, installation, survivor } of sites) {
    await survivor?.stop();
    await installation.end();
    await source.close();
  }
});

/** Runs `work` on an installation nobody else uses meanwhile. */
async function onSite(work: (site: Site) => Promise<void>): Promise<void> {
  const site = free.pop() ?? (await new Promise<Site>((resolve) => wanted.push(resolve)));
  try {
    await work(site);
  } finally {
    const next = wanted.shift();
    if (next) next(site);
    else free.push(site);
  }
}

describe.concurrent("a worker killed with SIGKILL", () => {
  it.each(POINTS)("at %s: another one ends in the same result", (point) =>
    onSite(async (site) => {
      const { source, installation } = site;
      const { db } = installation.ctx;
      await site.survivor?.stop();
      const name = `${point.replace(":", "-")}.txt`;
      source.serve(`/${name}`, { kind: "file", body: BODY });
      const batchId = await installation.deposit(
        batchOfFiles([{ url: source.url(`/${name}`), name, sha256: SHA256, localId: point }]),
        { filename: "one.checkm" },
      );

      const victim = await startWorker({ ...installation.workerEnv, FAULT_POINTS: `${point}:kill` });
      expect(await victim.ended).toBe("SIGKILL");
      site.survivor = await startWorker(installation.workerEnv);
      await installation.batchReaches(batchId, "Completed");

      const [job, ...others] = await db.job.findMany({ where: { batchId } });
      expect(others).toEqual([]);
      const moves = await db.event.findMany({
        where: { jobId: job?.id ?? "", kind: { in: ["job.accepted", "job.moved"] } },
        orderBy: { id: "asc" },
      });
      expect(moves.map(({ to }) => to)).toEqual([
        "Pending",
        "Estimating",
        "Provisioning",
        "Downloading",
        "Processing",
        "Recording",
        "Notify",
        "Completed",
      ]);
      expect(await db.mintedArk.findMany({ where: { jobId: job?.id ?? "" } })).toMatchObject([
        { ark: job?.ark },
      ]);
      const object = await db.storedObject.findUniqueOrThrow({
        where: { ark: job?.ark ?? "" },
        include: { versions: true },
      });
      expect(object).toMatchObject({ version: 1, busyJobId: null });
      expect(object.versions).toHaveLength(1);
      const root = path.join(installation.workerEnv.OBJECT_STORAGE ?? "", "ocfl", object.root ?? "");
      expect((await readdir(root)).filter((entry) => /^v\d+$/.test(entry))).toEqual(["v1"]);
      expect(await db.report.count({ where: { batchId } })).toBe(1);
      expect(await db.outbox.count({ where: { batchId } })).toBe(1);
      const gets = source.requests.filter(
        (request) => request.method === "GET" && request.path === `/${name}`,
      );
      expect(gets.length).toBeLessThanOrEqual(FETCHED_BEFORE.some((each) => each === point) ? 1 : 2);
    }),
  );
});

it("killed workers leave a valid storage and nothing half-done", async () => {
  for (const { installation } of sites) {
    const storage = installation.workerEnv.OBJECT_STORAGE ?? "";
    const findings = await validateStorageRoot(path.join(storage, "ocfl"));
    expect(findings.filter(({ code }) => code.startsWith("E"))).toEqual([]);
    expect(await readdir(path.join(storage, "staging"))).toEqual([]);
    expect(await readdir(path.join(installation.workerEnv.WORKING_STORAGE ?? "", "jobs"))).toEqual([]);
  }
});

it("a worker killed three times over one stage gives the job up, and a person can resume it", () =>
  onSite(async (site) => {
    const { installation } = site;
    await site.survivor?.stop();
    const batchId = await installation.deposit("poison", { filename: "poison.txt", type: "file" });
    const deadly = { ...installation.workerEnv, FAULT_POINTS: "Downloading:before:kill" };
    // the first dies before the moves into this state are written; after a kill each is written at once
    for (let kill = 0; kill < 4; kill += 1) expect(await untilDead(deadly)).toBe("SIGKILL");
    site.survivor = await startWorker(installation.workerEnv);
    await installation.batchReaches(batchId, "Failed");
    const job = await installation.ctx.db.job.findFirstOrThrow({ where: { batchId } });
    expect(job).toMatchObject({
      state: "Failed",
      errorCode: "worker_killed",
      lastSuccessfulState: "Estimating",
    });
  }));

describe("a worker killed three times while a batch's jobs are made", () => {
  const ROWS = 8;

  /** Such a batch, all of whose jobs are there though nobody could note it, with another one behind it in its lane. */
  async function standstill({
    installation,
    source,
    survivor,
  }: Site): Promise<{ first: string; second: string }> {
    await survivor?.stop();
    source.serve("/one.txt", { kind: "file", body: BODY });
    const rows = Array.from({ length: ROWS }, (_, place) => ({
      url: source.url("/one.txt"),
      name: `${place + 1}.txt`,
      sha256: SHA256,
    }));
    const first = await installation.deposit(batchOfFiles(rows), { filename: "first.checkm" });
    const second = await installation.deposit("next", { filename: "next.txt", type: "file" });
    const deadly = { ...installation.workerEnv, FAULT_POINTS: "Expanding:made:kill" };
    for (let kill = 0; kill < 3; kill += 1) expect(await untilDead(deadly)).toBe("SIGKILL");
    return { first, second };
  }

  const PATIENCE_MS = 60_000;
  const stopped = ({ installation }: Site, id: string) =>
    until(async () => {
      const batch = await installation.ctx.db.batch.findUniqueOrThrow({ where: { id } });
      return batch.stoppedAt !== null || `the batch is ${batch.state} with ${batch.kills} kills`;
    }, PATIENCE_MS);

  it("lets it stand still with its lane while its jobs end, and ends it once it is resumed", () =>
    onSite(async (site) => {
      const { installation } = site;
      const { db } = installation.ctx;
      const { first, second } = await standstill(site);
      site.survivor = await startWorker(installation.workerEnv);
      await stopped(site, first);
      await until(async () => {
        const ended = await db.job.count({ where: { batchId: first, state: "Completed" } });
        return ended === ROWS || `${ended} jobs are Completed`;
      }, PATIENCE_MS);
      expect(await db.batch.findUniqueOrThrow({ where: { id: first } })).toMatchObject({
        state: "Processing",
      });
      expect(await db.batch.findUniqueOrThrow({ where: { id: second } })).toMatchObject({ state: "Pending" });
      await resumeBatch(installation.ctx, { batchId: first, reason: "looked at" });
      await installation.batchReaches(first, "Completed", PATIENCE_MS);
      await installation.batchReaches(second, "Completed", PATIENCE_MS);
      expect(await db.job.count({ where: { batchId: first } })).toBe(ROWS);
      expect(await db.report.count({ where: { batchId: first } })).toBe(1);
    }));

  it("reports what there is when the rest is given up, and the lane goes on", () =>
    onSite(async (site) => {
      const { installation } = site;
      const { first, second } = await standstill(site);
      site.survivor = await startWorker(installation.workerEnv);
      await stopped(site, first);
      await giveUpBatch(installation.ctx, { batchId: first, reason: "not worth it" });
      await installation.batchReaches(first, "Failed", PATIENCE_MS);
      await installation.batchReaches(second, "Completed", PATIENCE_MS);
      expect(await installation.jobStates(first)).toEqual(Array.from({ length: ROWS }, () => "Completed"));
      expect(await installation.ctx.db.report.findMany({ where: { batchId: first } })).toMatchObject([
        { outcome: "FAIL" },
      ]);
    }));
});
