import { expect } from "vitest";
import { resumeJob } from "../../operations/job/resume.ts";
import { makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles } from "../pipeline/manifests.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { startFakeEzid } from "../servers/fake-ezid/start.ts";
import { startSource } from "../servers/hostile-source.ts";

/** How long the fake works on a call. */
const LATENCY_MS = 40;
const PATIENCE_MS = 120_000;

export type EzidSite = Awaited<ReturnType<typeof openEzidSite>>;

export type EzidSiteOptions = {
  readonly names: "service" | "own";
  readonly jobsAtOnce: number;
  /** How long a worker waits for an answer; the place of one that is killed is free a little later. */
  readonly timeoutMs: number;
};

/** An installation whose collection mints at a fake EZID, and its workers as real processes. */
export async function openEzidSite({ names, jobsAtOnce, timeoutMs }: EzidSiteOptions) {
  const ezid = await startFakeEzid({ latencyMs: LATENCY_MS });
  const source = await startSource();
  source.serve("/f", { kind: "file", body: "bytes" });
  const installation = await makeInstallation({
    settings: {
      minter: "ezid",
      ezidNames: names,
      ezidTarget: "https://example.org/o",
      privateSources: [source.host],
    },
    env: {
      EZID_URL: ezid.url,
      EZID_USER: "waybill",
      EZID_PASSWORD: "s3cret-pass",
      EZID_TIMEOUT_MS: String(timeoutMs),
      EZID_BACKOFF_MS: "50",
      JOB_CONCURRENCY: String(jobsAtOnce),
      LEASE_MS: "1500",
      POLL_MS: "100",
    },
  });
  const { db } = installation.ctx;
  const workers = new Set<WorkerProcess>();
  return {
    ezid,
    db,
    async start(points = ""): Promise<WorkerProcess> {
      const worker = await startWorker({ ...installation.workerEnv, FAULT_POINTS: points });
      workers.add(worker);
      void worker.ended.then(() => workers.delete(worker));
      return worker;
    },
    /** A batch of so many jobs of one file each. */
    deposit(jobs: number): Promise<string> {
      const rows = Array.from({ length: jobs }, (_, at) => ({
        url: source.url("/f"),
        name: `f${at}.txt`,
        title: `Title ${at}`,
        localId: `local-${at}`,
      }));
      return installation.deposit(batchOfFiles(rows), { filename: "many.checkm" });
    },
    /** Waits until every job is Completed; a person resumes those that were given up because their workers were ended. */
    allComplete: (jobs: number) =>
      until(async () => {
        const failed = await db.job.findMany({ where: { state: "Failed" } });
        for (const { id, errorCode, errorMessage } of failed) {
          if (errorCode !== "worker_killed") throw new Error(errorMessage ?? "");
          await resumeJob(installation.ctx, { jobId: id });
        }
        const done = await db.job.count({ where: { state: "Completed" } });
        return done === jobs || `${done} of ${jobs} jobs are Completed`;
      }, PATIENCE_MS),
    unsureEvents: () => db.event.count({ where: { kind: "job.identifier-unsure" } }),
    /** ARKs of the batch's jobs, after a look at each: public at EZID and here, once, with its own title. */
    async arksOf(batchId: string): Promise<string[]> {
      const jobs = await db.job.findMany({ where: { batchId }, orderBy: { ordinal: "asc" } });
      for (const { id, ark, title } of jobs) {
        const minted = await db.mintedArk.findMany({ where: { jobId: id } });
        expect(minted).toMatchObject([{ ark, minter: "ezid", status: "public" }]);
        const record = ezid.records.get(ark ?? "");
        expect(record?.get("_status")).toBe("public");
        expect(record?.get("waybill.job")).toBe(id);
        expect(record?.get("erc.what")).toBe(title);
        expect(await db.storedObject.findUnique({ where: { ark: ark ?? "" } })).toMatchObject({ version: 1 });
      }
      const arks = jobs.map(({ ark }) => ark ?? "");
      expect(new Set(arks).size).toBe(arks.length);
      return arks.sort();
    },
    async end() {
      await Promise.all([...workers].map((worker) => worker.stop()));
      await installation.end();
      await source.close();
      await ezid.close();
    },
  };
}
