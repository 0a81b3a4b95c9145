import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bigZip } from "../containers/big-zip.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

const COUNT = 50_000;
const MOST_BYTES = 300_000_000;
const PATIENCE_MS = 560_000;

let installation: Installation;
let worker: WorkerProcess;
beforeAll(async () => {
  installation = await makeInstallation({ env: { LEASE_MS: "15000" } });
  worker = await startWorker(installation.workerEnv);
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
});

it("50,000 files of a zip are unpacked in flat memory, then stored and entered", {
  timeout: PATIENCE_MS,
}, async () => {
  const { db } = installation.ctx;
  const batchId = await installation.deposit(bigZip(COUNT), { filename: "big.zip" });
  await until(async () => {
    const job = await db.job.findFirst({ where: { batchId } });
    return (
      job?.lastSuccessfulState === "Downloading" || `the job is ${job?.state} ${job?.errorMessage ?? ""}`
    );
  }, PATIENCE_MS);
  const unpacked = mostResidentBytes(worker.pid);
  expect(await db.jobFile.count({ where: { job: { batchId }, verifiedAt: { not: null } } })).toBe(COUNT);
  expect(unpacked).toBeLessThan(MOST_BYTES);
  await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
  const version = await db.objectVersion.findFirstOrThrow({ where: { batchId } });
  // with Waybill's own seven
  expect(version.fileCount).toBe(COUNT + 7);
  const megabytes = [unpacked, mostResidentBytes(worker.pid)].map((bytes) => Math.round(bytes / 1e6));
  console.log(
    `A zip of ${COUNT} files: the worker took ${megabytes[0]} MB at most, ${megabytes[1]} until it was stored.`,
  );
});

/** The most memory a process has had at any time. Source: proc(5), VmHWM. */
function mostResidentBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
