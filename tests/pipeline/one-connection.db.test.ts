import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import { makeZip } from "../containers/make-container.ts";
import { type HandWorker, openHandWorker } from "./hand-worker.ts";
import { type Installation, makeInstallation } from "./installation.ts";
import { until } from "./until.ts";

/**
 * F64: a worker with one connection to the database. Whatever asks the pool inside a transaction waits for itself, as a
 * worker with ten jobs at Recording did with a pool of nine.
 */
const CONNECTIONS = 1;

let installation: Installation;
let worker: HandWorker;
/** Set: the worker loses its lease there, as one that is shot. */
let endAt: string | undefined;

beforeAll(async () => {
  installation = await makeInstallation({ env: { DATABASE_WAIT_MS: "2000" } });
  worker = await openHandWorker(
    installation,
    async (name) => {
      if (name !== endAt) return;
      await untilLeft(name.split(":")[0] ?? "");
      throw new WaybillError("lease_lost", "The worker is gone.");
    },
    { connections: CONNECTIONS },
  );
});
afterAll(async () => {
  await worker?.end();
  await installation?.end();
});

/** Until the job's moves are written, as they are within 200 ms. */
async function untilLeft(state: string): Promise<void> {
  const { db } = installation.ctx;
  await until(async () => {
    const left = await db.job.findFirst({ where: { leaseOwner: { not: null } } });
    return left?.state === state || `the job is ${left?.state}`;
  }, 10_000);
}

async function deposit(name: string, payload: string | Uint8Array, type: string, more = {}) {
  const batchId = await installation.deposit(payload, { filename: name, type, ...more });
  await worker.workAll();
  return batchId;
}

describe("a worker with one connection", () => {
  it.each(["Processing:before", "Recording:before", "Notify:before"])(
    "takes a job on that another worker left at %s",
    async (place) => {
      endAt = place;
      await expect(deposit("a.txt", "some text", "file")).rejects.toThrow("The worker is gone.");
      endAt = undefined;
      const { db } = installation.ctx;
      const left = await db.job.findFirstOrThrow({ where: { leaseOwner: { not: null } } });
      expect(left.state).toBe(place.split(":")[0]);
      await db.job.update({ where: { id: left.id }, data: { leaseOwner: null, leaseUntil: null } });
      await worker.workAll();
      expect(await installation.jobStates(left.batchId)).toEqual(["Completed"]);
      expect(await db.storedObject.count({ where: { busyJobId: { not: null } } })).toBe(0);
    },
  );

  it("takes a container, and an update of an object, through the pipeline to the report", async () => {
    const zip = (text: string) => makeZip({ "a.txt": text, "b.txt": "the same" });
    const localId = { localIdentifier: "one" };
    const first = await deposit("a.zip", await zip("first"), "container", localId);
    const second = await deposit("a.zip", await zip("second"), "container", { ...localId, update: "true" });
    for (const batchId of [first, second]) {
      await installation.batchReaches(batchId, "Completed");
      expect(await installation.ctx.db.outbox.count({ where: { batchId, kind: "mail" } })).toBe(1);
    }
    await worker.sweep();
  });
});
