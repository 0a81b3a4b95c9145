import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { redeliver } from "../../operations/callback/redeliver.ts";
import { createCallbackSecret } from "../../operations/callback-secret/create.ts";
import { freePort } from "../../scripts/free-port.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles } from "../pipeline/manifests.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Receiver, type SeenCallback, silence, startReceiver, status } from "../servers/receiver.ts";

const CANARY = "c4nary-pw";
const BODY = "the bytes";
const SHA256 = createHash("sha256").update(BODY).digest("hex");

let source: HostileSource;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  source = await startSource();
  source.serve("/map.tif", { kind: "file", body: BODY });
});
afterAll(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await source.close();
});

/** An installation that tells a receiver on this port, with credentials. */
async function site(port: number, env: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const installation = await makeInstallation({
    settings: {
      callbackUrl: `http://merritt:${CANARY}@127.0.0.1:${port}/hooks`,
      privateSources: [source.host, `127.0.0.1:${port}`],
    },
    env: { CALLBACK_BACKOFF_MS: "100", ...env },
  });
  open.push(() => installation.end());
  return installation;
}

async function worker(
  installation: Installation,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const started = await startWorker({ ...installation.workerEnv, ...env });
  open.push(() => started.stop());
  return started;
}

async function receiverAt(port?: number): Promise<Receiver> {
  const receiver = await startReceiver(port);
  open.push(() => receiver.close());
  return receiver;
}

const depositOf = (installation: Installation, files: number) =>
  installation.deposit(
    batchOfFiles(
      Array.from({ length: files }, (_, at) => ({
        url: source.url("/map.tif"),
        name: `map-${at}.tif`,
        sha256: SHA256,
        localId: `map-${at}`,
      })),
    ),
    { filename: "maps.checkm", type: "single-file-batch-manifest" },
  );

const callbacksOf = ({ ctx }: Installation) =>
  ctx.db.outbox.findMany({ where: { kind: "callback" }, orderBy: { createdAt: "asc" } });

/** Waits until all callbacks have this status; answers them. */
async function allAre(installation: Installation, wanted: string, count: number, patienceMs = 30_000) {
  await until(async () => {
    const rows = await callbacksOf(installation);
    if (rows.length === count && rows.every((row) => row.status === wanted)) return true;
    return `the callbacks are ${rows.map((row) => `${row.status} (${row.lastError})`).join(", ")}`;
  }, patienceMs);
  return callbacksOf(installation);
}

const idOf = ({ headers }: SeenCallback) => String(headers["webhook-id"]);

function verify(secret: string, { headers, body }: SeenCallback): unknown {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return new Webhook(secret).verify(body, given);
}

/** Everything kept about callbacks and people, and all the worker said. */
async function everythingKept(
  { ctx: { db } }: Installation,
  workers: readonly WorkerProcess[],
): Promise<string> {
  const rows = [
    await db.outbox.findMany(),
    await db.delivery.findMany(),
    await db.event.findMany(),
    await db.audit.findMany(),
    await db.job.findMany(),
    workers.map(({ lines }) => lines),
  ];
  return JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value));
}

describe("callbacks", () => {
  it("of a receiver that is down arrive when it is back: signed, once for each job, and the deposits do not wait", async () => {
    const port = await freePort();
    const installation = await site(port, { CALLBACK_GIVE_UP_MS: "60000" });
    const request = { collection: "maps", overlapHours: 0, reason: "to begin with" };
    const { secret } = await createCallbackSecret(installation.ctx, request);
    const one = await worker(installation);
    const batchId = await depositOf(installation, 5);
    await installation.batchReaches(batchId, "Completed");
    await until(async () => {
      const tries = (await callbacksOf(installation)).map(({ attempts }) => attempts);
      return tries.length === 5 && tries.every((count) => count >= 3) ? true : `tries are ${tries}`;
    }, 30_000);

    const receiver = await receiverAt(port);
    const rows = await allAre(installation, "Sent", 5);
    expect(receiver.seen.map(idOf).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(receiver.seen.map(({ path }) => path).sort()).toEqual(
      rows.map(({ jobId }) => `/hooks/mc/${jobId}`).sort(),
    );
    for (const seen of receiver.seen) {
      expect(seen.headers.authorization).toBe(`Basic ${Buffer.from(`merritt:${CANARY}`).toString("base64")}`);
      expect(verify(secret, seen)).toMatchObject({ "job:jobState": { "job:jobStatus": "COMPLETED" } });
    }
    const kept = await everythingKept(installation, [one]);
    for (const text of [CANARY, secret, Buffer.from(`merritt:${CANARY}`).toString("base64")])
      expect(kept).not.toContain(text);
    await one.stop();
  });

  it("of a receiver that is down for longer than a day are given up, leave the jobs Completed, and go out when a person says so", async () => {
    const receiver = await receiverAt();
    receiver.answer(status(503, "down for maintenance"));
    const installation = await site(receiver.port, { CALLBACK_GIVE_UP_MS: "1500" });
    const one = await worker(installation);
    const batchId = await depositOf(installation, 2);
    const [first] = await allAre(installation, "Failed", 2);
    await installation.batchReaches(batchId, "Completed");
    expect(await installation.jobStates(batchId)).toEqual(["Completed", "Completed"]);
    const tries = await installation.ctx.db.delivery.findMany({
      where: { outboxId: first?.id ?? "" },
      orderBy: { at: "asc" },
    });
    expect(tries.length).toBe(first?.attempts);
    const lastedMs = (tries.at(-1)?.at.getTime() ?? 0) - (tries[0]?.at.getTime() ?? 0);
    expect(lastedMs).toBeGreaterThanOrEqual(1_400);

    receiver.answer(status(200));
    const before = receiver.seen.length;
    await redeliver(installation.ctx, { id: first?.id ?? "", reason: "the receiver is back" });
    await until(async () => {
      const row = await installation.ctx.db.outbox.findUniqueOrThrow({ where: { id: first?.id ?? "" } });
      return row.status === "Sent" ? true : `the callback is ${row.status}`;
    }, 20_000);
    expect(receiver.seen.slice(before).map(idOf)).toEqual([first?.id]);
    await one.stop();
  });

  it("taken by a worker that is killed before it can record it are sent again as the same one", async () => {
    const receiver = await receiverAt();
    const installation = await site(receiver.port);
    const doomed = await worker(installation, { FAULT_POINTS: "Callback:effect:kill" });
    await depositOf(installation, 1);
    expect(await doomed.ended).toBe("SIGKILL");
    const survivor = await worker(installation);
    const [row] = await allAre(installation, "Sent", 1);
    expect(receiver.seen.map(idOf)).toEqual([row?.id, row?.id]);
    const [one, other] = receiver.seen;
    expect(one?.body).toBe(other?.body);
    expect(row?.attempts).toBe(1);
    await survivor.stop();
  });

  it("of a receiver that never answers hold up neither jobs nor mails nor other receivers", async () => {
    const receiver = await receiverAt();
    let [now, most] = [0, 0];
    receiver.answer((response) => {
      now += 1;
      most = Math.max(most, now);
      response.once("close", () => {
        now -= 1;
      });
      silence(response, { path: "", headers: {}, body: "" });
    });
    const installation = await site(receiver.port, { CALLBACK_TIMEOUT_MS: "120000" });
    const one = await worker(installation);
    const batchId = await depositOf(installation, 40);
    await installation.batchReaches(batchId, "Completed", 60_000);
    await until(async () => {
      const mail = await installation.ctx.db.outbox.findFirst({ where: { kind: "mail" } });
      return mail?.status === "Sent" ? true : `the mail is ${mail?.status}`;
    }, 20_000);
    await until(async () => (now === 4 ? true : `${now} are under way`), 20_000);
    const quick = await receiverAt();
    const second = await installation.ctx.db.profileVersion.findFirstOrThrow();
    await installation.ctx.db.profileVersion.create({
      data: {
        ...second,
        id: "two",
        version: 2,
        callbackSealed: null,
        settings: { callbackUrl: quick.origin, privateSources: [source.host, quick.host] },
      },
    });
    await depositOf(installation, 1);
    await until(
      async () => (quick.seen.length === 1 ? true : "the other receiver has heard nothing"),
      30_000,
    );
    expect(most).toBe(4);
    await one.stop();
  });
});
