import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Role } from "../../core/access/roles.ts";
import { createPerson } from "../../operations/person/create.ts";
import { ask, cookieOf } from "../factories/web-client.ts";
import { basic, formBody } from "../merritt/form.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { batchOfFiles, batchOfManifests, objectManifest } from "../pipeline/manifests.ts";
import { until } from "../pipeline/until.ts";
import { startWorker, type WorkerProcess } from "../pipeline/worker-process.ts";
import { type HostileSource, startSource } from "../servers/hostile-source.ts";
import { type Receiver, startReceiver } from "../servers/receiver.ts";
import { startSmtp, type TestSmtp } from "../servers/smtp.ts";
import { type Redis, startRedis } from "../setup/redis.ts";
import { ALLOWED, WORDS } from "./canary-words.ts";
import { dumpTables, textOfFiles, watchLog, watchRedis, wordsIn } from "./everything-kept.ts";

vi.mock("server-only", () => ({}));

/*
 * A secret in every input of a deposit, then a search of everything that is kept and everything that is said. What may
 * hold one is named in ALLOWED; all else holds none.
 */

const BODY = "the bytes";
const SHA256 = createHash("sha256").update(BODY).digest("hex");

let source: HostileSource;
let receiver: Receiver;
let redis: Redis;
let smtp: TestSmtp;
let installation: Installation;
let worker: WorkerProcess;
let monitor: Awaited<ReturnType<typeof watchRedis>>;
let routes: Awaited<ReturnType<typeof loadRoutes>>;
let webLines: readonly string[];
const answers: string[] = [];

async function loadRoutes() {
  return {
    auth: await import("../../app/api/auth/[...all]/route.ts"),
    batches: await import("../../app/api/v1/batches/route.ts"),
    tokens: await import("../../app/api/v1/tokens/route.ts"),
    secrets: await import("../../app/api/v1/callback-secrets/route.ts"),
    profile: await import("../../app/api/v1/collections/[slug]/profile/route.ts"),
    callback: await import("../../app/api/v1/callbacks/[id]/route.ts"),
    job: await import("../../app/api/v1/jobs/[id]/route.ts"),
    files: await import("../../app/api/v1/jobs/[id]/files/route.ts"),
    mails: await import("../../app/api/v1/mails/route.ts"),
    poster: await import("../../app/poster/[verb]/route.ts"),
    root: (await import("../../app/_server/root.ts")).root,
  };
}

beforeAll(async () => {
  [source, receiver, redis] = [await startSource(), await startReceiver(), await startRedis()];
  smtp = await startSmtp({ user: { name: "mailer", password: WORDS.smtpPassword } });
  monitor = await watchRedis(redis.url);
  installation = await makeInstallation({
    settings: {
      callbackUrl: `${receiver.origin.replace("://", `://merritt:${WORDS.callbackPassword}@`)}/hooks?token=${WORDS.callbackToken}`,
      privateSources: [source.host, receiver.host],
    },
    env: {
      REDIS_URL: redis.url,
      SMTP_URL: smtp.url.replace("://", `://mailer:${WORDS.smtpPassword}@`),
      CALLBACK_BACKOFF_MS: "100",
      CALLBACK_GIVE_UP_MS: "500",
      LOG_LEVEL: "debug",
    },
  });
  for (const [name, value] of Object.entries(installation.workerEnv)) vi.stubEnv(name, value);
  webLines = watchLog();
  routes = await loadRoutes();
  worker = await startWorker(installation.workerEnv);
});

afterAll(async () => {
  vi.restoreAllMocks();
  await worker?.stop();
  monitor?.close();
  await routes?.root().changes.flush();
  await routes?.root().db.$disconnect();
  await installation?.end();
  await smtp?.close();
  await redis?.stop();
  await receiver?.close();
  await source?.close();
});

/** An address with every kind of secret in it. */
function secretUrl(name: string, body: string | null = BODY): string {
  const where = `/${name};jsessionid=${WORDS.sessionInPath}?X-Amz-Signature=${WORDS.signature}`;
  if (body !== null) source.serve(where, { kind: "file", body });
  return source.url(where).replace("://", `://${WORDS.urlUser}:${WORDS.urlPassword}@`);
}

/** Rows that arrive, that are not there, whose digest is wrong, and that redirect to an address with credentials. */
function rows() {
  const away = `/away;jsessionid=${WORDS.sessionInPath}?X-Amz-Signature=${WORDS.signature}`;
  source.serve(away, {
    kind: "redirect",
    to: `http://ada:${WORDS.redirect}@${source.host}/b?token=${WORDS.redirect}`,
  });
  return [
    { url: secretUrl("one.tif"), name: "", sha256: SHA256 },
    { url: secretUrl("gone.tif", null), name: "gone.tif", sha256: SHA256 },
    { url: secretUrl("wrong.tif"), name: "wrong.tif", sha256: "0".repeat(64) },
    { url: secretUrl("away", null), name: "away.tif", sha256: SHA256 },
  ];
}

async function person(role: Role): Promise<{ readonly email: string; readonly cookie: string }> {
  const email = `${role}@example.org`;
  const collections = role === "depositor" ? [installation.collection] : [];
  await createPerson(installation.ctx, { name: role, email, password: WORDS.password, role, collections });
  const signIn = (password: string) =>
    ask(
      routes.auth,
      "POST /api/auth/sign-in/email",
      { body: { email, password } },
      { all: ["sign-in", "email"] },
    );
  expect((await signIn(WORDS.wrongPassword)).status).toBe(401);
  const response = await signIn(WORDS.password);
  expect(response.status).toBe(200);
  return { email, cookie: cookieOf(response) };
}

/** What the API says, kept to be searched. */
async function read(module: object, address: string, cookie: string, params = {}): Promise<void> {
  const response = await ask({ ...module }, `GET ${address}`, { cookie }, params);
  expect(response.status).toBe(200);
  answers.push(await response.text());
}

async function depositAsForm(manifest: string, type: string, authorization: string) {
  const parts = [
    ["profile", `${installation.collection}_content`],
    ["type", type],
    ["file", new File([manifest], "maps.checkm")],
  ] as const;
  const { body, contentType } = await formBody(parts);
  const headers = { host: "127.0.0.1:3000", "content-type": contentType, authorization };
  const request = new Request("http://127.0.0.1:3000/poster/submit", { method: "POST", headers, body });
  const response = await routes.poster.POST(request, { params: Promise.resolve({ verb: "submit" }) });
  answers.push(await response.text());
  return response;
}

async function depositAsBody(manifest: string, authorization: string) {
  const query = "collection=maps&type=batch-manifest&filename=maps.checkm";
  const headers = { host: "127.0.0.1:3000", "content-type": "text/plain", authorization };
  const request = new Request(`http://127.0.0.1:3000/api/v1/batches?${query}`, {
    method: "POST",
    headers,
    body: manifest,
  });
  const response = await routes.batches.POST(request, undefined);
  answers.push(await response.text());
  return response;
}

/** Signs two people in, makes the depositor's token and the collection's signing key, and deposits by every road. */
async function depositByEveryRoad() {
  const operator = await person("admin");
  const depositor = await person("depositor");
  const made = await ask(routes.tokens, "POST /api/v1/tokens", {
    cookie: depositor.cookie,
    body: { name: "script", scopes: ["read", "deposit"] },
  });
  const { secret: token } = (await made.json()) as { secret: string };
  const key = await ask(routes.secrets, "POST /api/v1/callback-secrets", {
    cookie: operator.cookie,
    body: { collection: "maps", overlapHours: 0, reason: "to begin with" },
  });
  const { secret: signing } = (await key.json()) as { secret: string };
  const login = basic(depositor.email, WORDS.password);
  const files = await depositAsForm(batchOfFiles(rows()), "single-file-batch-manifest", login);
  expect(files.status).toBe(200);
  const inner = secretUrl("inner.checkm", objectManifest(rows()));
  const manifests = batchOfManifests([{ url: inner, name: "inner.checkm" }]);
  expect((await depositAsBody(manifests, `Bearer ${token}`)).status).toBe(202);
  const bad = `htps://ada:${WORDS.refusedRow}@x/a?token=${WORDS.refusedRow}`;
  const refused = batchOfManifests([{ url: bad, name: "x" }]);
  expect((await depositAsBody(refused, `Bearer ${token}`)).status).toBe(422);
  expect((await depositAsBody(refused, `Bearer ${token}x`)).status).toBe(401);
  return { cookies: [operator.cookie, depositor.cookie], secrets: [token, signing] };
}

/** Waits for the end of both batches, with all callbacks given up and all mails sent. */
async function allEnded(): Promise<void> {
  const { db } = installation.ctx;
  await until(async () => {
    const batches = (await db.batch.findMany()).map(({ state }) => state);
    const rows = await db.outbox.findMany();
    const callbacks = rows.filter(({ kind }) => kind === "callback").map(({ status }) => status);
    const mails = rows.filter(({ kind }) => kind === "mail").map(({ status }) => status);
    const isDone =
      batches.length === 2 &&
      batches.every((state) => state === "Failed") &&
      callbacks.length === 5 &&
      callbacks.every((status) => status === "Failed") &&
      mails.length >= 2 &&
      mails.every((status) => status === "Sent");
    return isDone || `the batches are ${batches}, the callbacks ${callbacks}, the mails ${mails}`;
  }, 60_000);
  const jobs = await db.job.findMany();
  expect(jobs.map(({ errorCode }) => String(errorCode)).sort()).toEqual([
    "digest_mismatch",
    "null",
    "source_not_found",
    "source_not_found",
    "source_redirects",
  ]);
}

/** The secrets went where they were to go. */
function expectArrived(): void {
  const userInfo = basic(WORDS.urlUser, WORDS.urlPassword);
  expect(source.requests.every(({ headers }) => headers.authorization === userInfo)).toBe(true);
  expect(source.requests.some(({ path }) => path.includes(WORDS.signature))).toBe(true);
  expect(receiver.seen[0]?.headers.authorization).toBe(basic("merritt", WORDS.callbackPassword));
  expect(smtp.mails.length).toBeGreaterThanOrEqual(2);
}

/** What the API shows of all of it, to an operator. */
async function readAll(cookie: string): Promise<void> {
  const { db } = installation.ctx;
  for (const { id } of await db.job.findMany()) {
    await read(routes.job, `/api/v1/jobs/${id}`, cookie, { id });
    await read(routes.files, `/api/v1/jobs/${id}/files`, cookie, { id });
  }
  for (const { id } of await db.outbox.findMany({ where: { kind: "callback" } }))
    await read(routes.callback, `/api/v1/callbacks/${id}`, cookie, { id });
  await read(routes.profile, "/api/v1/collections/maps/profile", cookie, { slug: "maps" });
  await read(routes.batches, "/api/v1/batches", cookie);
  await read(routes.mails, "/api/v1/mails", cookie);
}

/** Everything kept and said, by place. */
async function places(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...(await dumpTables(installation.ownerUrl)),
    ["the worker's log", worker.lines.join("\n")],
    ["the web's log", webLines.join("\n")],
    ["Redis", monitor.seen.join("\n")],
    ["mails", smtp.mails.map(({ raw }) => raw).join("\n")],
    ["object storage", textOfFiles(installation.workerEnv.OBJECT_STORAGE ?? "")],
    ["the API", answers.join("\n")],
  ]);
}

it("no secret of a deposit is kept or said, apart from the places named", async () => {
  // the receiver repeats what it was sent, as a debug page does
  receiver.answer((response, { headers, path }) =>
    response.writeHead(500).end(`${headers.authorization} ${path} ${headers["webhook-signature"]}`),
  );
  const { cookies, secrets } = await depositByEveryRoad();
  await allEnded();
  await readAll(cookies[0] ?? "");
  expectArrived();
  await worker.stop();

  const sessions = cookies.map((cookie) => decodeURIComponent(cookie.split("=")[1] ?? ""));
  const words = [...Object.values(WORDS), ...secrets, ...sessions];
  const kept = await places();
  const found: Record<string, readonly string[]> = {};
  for (const [place, text] of kept) {
    // a place without text would be clean whatever is written there; a table may be empty
    if (!/^(?:public|bullmq)\./.test(place)) expect([place, text.length > 0]).toEqual([place, true]);
    const hits = wordsIn(text, words);
    if (hits.length > 0) found[place] = hits;
  }
  expect(found).toEqual(ALLOWED);
  expect(kept.get("public.job_file")).toContain("jsessionid=***?X-Amz-Signature=***");
  expect(kept.get("public.job_file")).toMatch(/v1\.[\w-]{100}/);
});
