import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeBatches } from "../fixtures/ledger/sign.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type FakeLedger, startFakeLedger } from "../servers/fake-ledger/start.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { all, makeLedgerLane } from "./ledger-lane.ts";

/** Of an answer of the ledger, and how long it is waited for before that is scaled. */
const [OCCUPIED_MS, POST_TIMEOUT_MS] = [8_000, 400_000];

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

/** A lane on scabbard, since there each has a name of its own. */
async function submit(batches: number, settings: object = {}) {
  count += 1;
  const serviceId = `01234-ABCDE::d${count}`;
  const lane = await makeLedgerLane(installation, { serviceId, backend: "scabbard", settings });
  await lane.submit(makeBatches(serviceId, batches));
  return lane;
}

const submitThree = () => submit(3);

/** Has the one place that needs no wake-up wait for the ledger, so that other lanes need one. */
async function occupy() {
  const service = `01234-ABCDE::d${count + 1}`;
  ledger.control({ fault: "slow", ms: OCCUPIED_MS, service, times: 1 });
  const lane = await submit(1, { postTimeoutMs: POST_TIMEOUT_MS });
  const arrived = () => ledger.log.some((entry) => entry.service === service && entry.event === "arrived");
  await expect.poll(arrived, { timeout: 10_000 }).toBe(true);
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
    const occupying = await occupy();
    await redis.stop();
    const lane = await submitThree();
    await lane.until(all("Committed"), 40_000);
    await occupying.until(all("Committed"), 40_000);
    expect(worker.lines.some((line) => line.includes("no wake-ups are arriving"))).toBe(true);
    redis = await startRedis({ port });
    const later = await submitThree();
    await later.until(all("Committed"), 40_000);
  });

  it("of a Redis that hangs are done without too", async () => {
    const occupying = await occupy();
    process.kill(redis.pid, "SIGSTOP");
    try {
      const lane = await submitThree();
      await lane.until(all("Committed"), 40_000);
      await occupying.until(all("Committed"), 40_000);
    } finally {
      process.kill(redis.pid, "SIGCONT");
    }
    const later = await submitThree();
    await later.until(all("Committed"), 40_000);
  });
});

it("news of a process of an older version, which does not say what is due, ends no worker", async () => {
  const old = { batches: [], jobs: [], mails: false, lanes: false, collections: false, people: false };
  const news = JSON.stringify({ ...old, tasks: false, due: true, more: false });
  await installation.ctx.db.$executeRaw`SELECT pg_notify('waybill', ${news})`;
  const lane = await submitThree();
  await lane.until(all("Committed"), 40_000);
  expect(worker.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
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
