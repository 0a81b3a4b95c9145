import { createServer, type Server, type Socket } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { clockEnv, setClock } from "../setup/faketime.ts";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function site(env: Readonly<Record<string, string>>): Promise<Installation> {
  const installation = await makeInstallation({ env });
  opened.push(() => installation.end());
  return installation;
}

async function worker(
  { workerEnv }: Installation,
  more: Readonly<Record<string, string>> = {},
): Promise<WorkerProcess> {
  const started = await startWorker({ ...workerEnv, ...more });
  opened.push(() => started.stop());
  return started;
}

/** A mail server that takes connections and says nothing, ever. */
async function hungServer(): Promise<{ readonly port: number; readonly sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server: Server = createServer((socket) => {
    socket.on("error", () => undefined);
    sockets.push(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, sockets };
}

async function depositMany(installation: Installation, count: number, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(await installation.deposit(`${name} ${at}`, { filename: `${name}-${at}.txt`, type: "file" }));
  return ids;
}

/** Far longer than it takes: the machine may be busy with something else. */
const PATIENCE_MS = 150_000;

it("F62: a mail server that hangs keeps no batch waiting", async () => {
  const mail = await hungServer();
  const installation = await site({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  await worker(installation);
  const { db } = installation.ctx;
  for (const id of await depositMany(installation, 6, "first"))
    await installation.batchReaches(id, "Completed", PATIENCE_MS);
  // as many mails hang as are sent at a time
  await until(async () => {
    const held = await db.outbox.count({ where: { kind: "mail", leaseUntil: { not: null } } });
    return held === 4 || `${held} mails are being sent`;
  }, PATIENCE_MS);
  expect(mail.sockets.length).toBeGreaterThan(0);
  for (const id of await depositMany(installation, 4, "second"))
    await installation.batchReaches(id, "Completed", PATIENCE_MS);
  expect(await db.outbox.count({ where: { kind: "mail", status: "Waiting" } })).toBe(10);
});

it("F64, F68: twelve jobs at a time wait for no connection, and a stop in their middle leaves no word of the pool", async () => {
  const mail = await hungServer();
  const installation = await site({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, JOB_CONCURRENCY: "12" });
  const { db } = installation.ctx;
  const ids = await depositMany(installation, 24, "many");
  const stopped: WorkerProcess[] = [];
  for (const waitMs of [300, 700, 1_500]) {
    const one = await worker(installation);
    await sleep(waitMs);
    one.kill("SIGTERM");
    expect(await one.ended).toBe(0);
    stopped.push(one);
  }
  const last = await worker(installation);
  for (const id of ids) await installation.batchReaches(id, "Completed", PATIENCE_MS);
  await last.stop();
  const said = [...stopped, last].flatMap(({ lines }) => lines);
  expect(
    said.filter((line) => /after calling end|all connections to the database are in use/.test(line)),
  ).toEqual([]);
  expect(said.filter((line) => /"level":"error"|unhandled/i.test(line))).toEqual([]);
  expect(await db.event.count({ where: { kind: "job.moved", to: "Failed" } })).toBe(0);
  expect(await db.event.count({ where: { kind: "job.moved", to: "Recording" } })).toBe(24);
  expect(await db.job.count({ where: { leaseUntil: { not: null } } })).toBe(0);
});

it("F65: the pause of a mail is the database's, though the worker's clock is two hours ahead", async () => {
  const installation = await site({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    MAIL_BACKOFF_MS: "60000",
    MAIL_MAX_TRIES: "10",
  });
  const clock = path.join(installation.folder, "clock");
  await setClock(clock, 7_200);
  await worker(installation, clockEnv(clock));
  const [id = ""] = await depositMany(installation, 1, "late");
  await installation.batchReaches(id, "Completed", PATIENCE_MS);
  const find = () => installation.ctx.db.outbox.findFirst({ where: { kind: "mail" } });
  await until(async () => ((await find())?.attempts ?? 0) > 0 || "not tried yet", PATIENCE_MS);
  const [row] = await installation.ctx.db.$queryRaw<{ inMs: number }[]>`
    SELECT (extract(epoch FROM due_at - clock_timestamp()) * 1000)::float8 AS "inMs" FROM outbox WHERE kind = 'mail'`;
  // half of the pause is by chance
  expect(row?.inMs).toBeGreaterThan(5_000);
  expect(row?.inMs).toBeLessThanOrEqual(60_000);
  await sleep(4_000);
  expect(await find()).toMatchObject({ status: "Waiting", attempts: 1 });
});

it("F66: a worker that was stopped for longer than its leases gives them up as soon as it goes on", async () => {
  const mail = await hungServer();
  const installation = await site({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, LEASE_MS: "2000" });
  const one = await worker(installation);
  await depositMany(installation, 1, "paused");
  await until(async () => mail.sockets.length > 0 || "no mail is being sent", 60_000);
  one.kill("SIGSTOP");
  await sleep(3_000);
  one.kill("SIGCONT");
  await until(
    async () => one.lines.some((line) => line.includes("its leases count as lost")) || "nothing noticed",
    10_000,
  );
});
