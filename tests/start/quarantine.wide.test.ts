import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { startChild } from "../../scripts/start/child.ts";
import { openOutput } from "../../scripts/start/output.ts";
import { type Supervised, supervise } from "../../scripts/start/supervise.ts";
import { WORKER_WORDS } from "../../scripts/start/worker-words.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";

const PATIENCE_MS = 120_000;
let worker: Supervised | undefined;
let installation: Installation | undefined;
let logs: string | undefined;

afterEach(async () => {
  await worker?.stop();
  await installation?.end();
  if (logs) await rm(logs, { recursive: true, force: true });
});

test("a job that kills its worker is given up after three kills, and the worker works on", async () => {
  logs = await mkdtemp(path.join(os.tmpdir(), "waybill-logs-"));
  installation = await makeInstallation({ env: { LEASE_MS: "700", POLL_MS: "100" } });
  const { ctx, workerEnv } = installation;
  const output = openOutput("worker", logs);
  // every life dies at the first job that comes to Processing, as one that kills its process does
  let poison = "Processing:before:kill";
  worker = await supervise({
    name: "worker process",
    log: output.file,
    say: output.say,
    limits: { deaths: 20, withinMs: 600_000, pauseMs: 50, mostPauseMs: 200 },
    start: () =>
      startChild({
        words: WORKER_WORDS,
        env: { NODE_ENV: "production", PATH: process.env.PATH, FAULT_POINTS: poison, ...workerEnv },
        take: output.take,
        steps: [["SIGTERM", 20_000]],
        hurry: new AbortController().signal,
      }),
  });
  worker.keepAlive();
  const batchId = await installation.deposit("the only bytes", {
    type: "file",
    filename: "a.txt",
    title: "A",
  });
  await until(async () => {
    const job = await ctx.db.job.findFirst({ where: { batchId } });
    return job?.state === "Failed" || `the job is ${job?.state} after ${job?.kills} kills`;
  }, PATIENCE_MS);
  const job = await ctx.db.job.findFirstOrThrow({ where: { batchId } });
  expect(job.errorCode).toBe("worker_killed");
  const text = await readFile(output.file, "utf8");
  expect(text.match(/The worker process ended by signal SIGKILL\. It is started again/g)).toHaveLength(3);

  poison = "";
  const pid = worker.pid;
  process.kill(pid, "SIGKILL");
  const next = await installation.deposit("other bytes", { type: "file", filename: "b.txt", title: "B" });
  await installation.batchReaches(next, "Completed", PATIENCE_MS);
});
