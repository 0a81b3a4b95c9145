import { afterEach, describe, expect, it } from "vitest";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";
import { untilStopped } from "./until-stopped.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** How often each of two workers is stopped at the same place. */
const TIMES = 3;

let installation: Installation;
let workers: WorkerProcess[] = [];
afterEach(async () => {
  for (const worker of workers) worker.kill("SIGCONT");
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await installation.end();
});

/** The row's fence: how often it was taken. */
async function takes(kind: "job" | "batch", batchId: string): Promise<bigint> {
  const { db } = installation.ctx;
  const row =
    kind === "batch"
      ? await db.batch.findUnique({ where: { id: batchId } })
      : await db.job.findFirst({ where: { batchId } });
  return row?.fence ?? 0n;
}

describe("workers that are stopped in turn, each longer than its lease", () => {
  it.each([
    ["job", "Downloading:before"],
    ["batch", "Expanding:judged"],
  ] as const)("over one %s, at %s: none of them has died", async (kind, point) => {
    installation = await makeInstallation({ env: { LEASE_MS: "700", POLL_MS: "100" } });
    const stops = Array.from({ length: TIMES }, (_, time) => `${point}:stop:${time + 1}`).join(",");
    const env = { ...installation.workerEnv, FAULT_POINTS: stops };
    const a = await startWorker(env);
    workers.push(a);
    const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
    await untilStopped(a.pid);
    const before = await takes(kind, batchId);
    const b = await startWorker(env);
    workers.push(b);
    for (let turn = 1; turn < 2 * TIMES; turn += 1) {
      const [next, other] = turn % 2 === 1 ? [b, a] : [a, b];
      if (turn > 1) next.kill("SIGCONT");
      await until(async () => {
        const fence = await takes(kind, batchId);
        return fence >= before + BigInt(turn) || `the ${kind} was taken ${fence} times`;
      }, 20_000);
      await untilStopped(next.pid);
      expect(other.pid).not.toBe(next.pid);
    }
    for (const worker of workers) worker.kill("SIGCONT");
    await installation.batchReaches(batchId, "Completed");
    expect(await installation.jobStates(batchId)).toEqual(["Completed"]);
    expect(await takes(kind, batchId)).toBeGreaterThanOrEqual(before + BigInt(2 * TIMES - 1));
  });
});
