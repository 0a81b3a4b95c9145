import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bigZip } from "../containers/big-zip.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

const COUNT = 50_000;
/** A margin for slower machines, where the collector comes later: 165 to 190 MB are taken. */
const MOST_BYTES = 250_000_000;
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

it("50,000 files of a zip are unpacked, stored, recorded, told and entered in flat memory", {
  timeout: PATIENCE_MS,
}, async () => {
  const { db } = installation.ctx;
  const begun = performance.now();
  const batchId = await installation.deposit(bigZip(COUNT), { filename: "big.zip" });
  await until(async () => {
    const job = await db.job.findFirst({ where: { batchId } });
    return (
      job?.lastSuccessfulState === "Downloading" || `the job is ${job?.state} ${job?.errorMessage ?? ""}`
    );
  }, PATIENCE_MS);
  const unpacked = { bytes: mostResidentBytes(worker.pid), ms: performance.now() - begun };
  expect(await db.jobFile.count({ where: { job: { batchId }, verifiedAt: { not: null } } })).toBe(COUNT);
  await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
  const version = await db.objectVersion.findFirstOrThrow({ where: { batchId } });
  // with Waybill's own seven
  expect(version.fileCount).toBe(COUNT + 7);
  expect(await db.objectFile.count({ where: { versionId: version.id } })).toBe(COUNT + 7);
  await until(async () => {
    const mail = await db.outbox.findFirst({ where: { batchId, kind: "mail" } });
    return mail?.status === "Sent" || `the mail is ${mail?.status} ${mail?.lastError ?? ""}`;
  }, 60_000);
  const entered = { bytes: mostResidentBytes(worker.pid), ms: performance.now() - begun };
  console.log(
    `A zip of ${COUNT} files: the worker took ${told(unpacked)} until it was unpacked, ${told(entered)} until it was entered and told.`,
  );
  expect(entered.bytes).toBeLessThan(MOST_BYTES);
});

function told({ bytes, ms }: { readonly bytes: number; readonly ms: number }): string {
  return `${Math.round(bytes / 1e6)} MB at most and ${Math.round(ms / 1000)} s`;
}

/** The most memory a process has had at any time. Source: proc(5), VmHWM. */
function mostResidentBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
