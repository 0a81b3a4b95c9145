import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bigZip } from "../containers/big-zip.ts";
import { type Installation, makeInstallation } from "./installation.ts";
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

it("50,000 files of a zip are unpacked, stored and entered in flat memory", {
  timeout: PATIENCE_MS,
}, async () => {
  const { db } = installation.ctx;
  const batchId = await installation.deposit(bigZip(COUNT), { filename: "big.zip" });
  await installation.batchReaches(batchId, "Completed", PATIENCE_MS);
  expect(await db.jobFile.count({ where: { job: { batchId }, verifiedAt: { not: null } } })).toBe(COUNT);
  const version = await db.objectVersion.findFirstOrThrow({ where: { batchId } });
  // with Waybill's own seven
  expect(version.fileCount).toBe(COUNT + 7);
  const most = mostResidentBytes(worker.pid);
  console.log(`A zip of ${COUNT} files: the worker took ${Math.round(most / 1e6)} MB at most.`);
  expect(most).toBeLessThan(MOST_BYTES);
});

/** The most memory a process has had at any time. Source: proc(5), VmHWM. */
function mostResidentBytes(pid: number): number {
  const [, kilobytes = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
}
