import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { all, makeLedgerLane } from "./ledger-lane.ts";

let redis: Redis;
let ledger: FakeLedger;
let installation: Installation;
let worker: WorkerProcess;
let count = 0;
beforeAll(async () => {
  redis = await startRedis();
  ledger = await startFakeLedger({ settleMs: 20 });
  installation = await makeInstallation({
    env: {
      LEDGERS: JSON.stringify({ main: { url: ledger.url } }),
      LANE_TIMES: "0.05",
      CLAIM_MS: "2000",
      CLAIM_LAST_MS: "8000",
      REDIS_URL: redis.url,
      DELIVERY_SILENT_MS: "1500",
    },
  });
  worker = await startWorker(installation.workerEnv);
});
afterAll(async () => {
  await worker?.stop();
  await installation?.end();
  await ledger?.close();
  await redis?.stop();
});

/** A lane of three batches, on scabbard since there each has a name of its own. */
async function submitThree() {
  count += 1;
  const serviceId = `01234-ABCDE::d${count}`;
  const lane = await makeLedgerLane(installation, { serviceId, backend: "scabbard" });
  await lane.submit(makeBatches(serviceId, 3));
  return lane;
}

describe("wake-ups", () => {
  it("that are flushed away again and again cost time only", async () => {
    const client = new Client(redis.url);
    const flushing = setInterval(() => void client.flushall().catch(() => undefined), 50);
    try {
      const lanes = await Promise.all([submitThree(), submitThree(), submitThree()]);
      for (const lane of lanes) await lane.until(all("Committed"), 40_000);
    } finally {
      clearInterval(flushing);
      client.disconnect();
    }
  });

  it("are done without while Redis is away, and come again when it is back", async () => {
    const { port } = redis;
    await redis.stop();
    const lane = await submitThree();
    await lane.until(all("Committed"), 40_000);
    expect(worker.lines.some((line) => line.includes("no wake-ups are arriving"))).toBe(true);
    redis = await startRedis({ port });
    const later = await submitThree();
    await later.until(all("Committed"), 40_000);
  });

  it("of a Redis that hangs are done without too", async () => {
    process.kill(redis.pid, "SIGSTOP");
    try {
      const lane = await submitThree();
      await lane.until(all("Committed"), 40_000);
    } finally {
      process.kill(redis.pid, "SIGCONT");
    }
    const later = await submitThree();
    await later.until(all("Committed"), 40_000);
  });
});

it("a claim that has run out is taken away by who is there, though its lane is not due by itself", async () => {
  const { db } = installation.ctx;
  const lane = await submitThree();
  await lane.until(all("Committed"), 40_000);
  const look = () => db.lane.findUniqueOrThrow({ where: { id: lane.laneId } });
  await expect.poll(async () => (await look()).leaseOwner, { timeout: 10_000 }).toBeNull();
  const { breaks } = await look();
  const gone = { leaseOwner: "gone", leaseUntil: new Date(0), leaseLast: new Date(0), dueAt: null };
  await db.lane.update({ where: { id: lane.laneId }, data: gone });
  await expect.poll(async () => (await look()).leaseUntil, { timeout: 10_000 }).toBeNull();
  expect((await look()).breaks).toBe(breaks + 1);
});
