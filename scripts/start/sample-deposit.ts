import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Env } from "../../lib/env.ts";
import { hashOf, newSecret } from "../../operations/token/secret.ts";
import { connect, type Db } from "../../prisma/client.ts";
import { insertToken } from "../../prisma/store/token.ts";
import { step } from "../bootstrap/progress.mjs";
import { messageOf, Problem } from "../problem.ts";
import { sampleManifest } from "./sample-manifest.ts";

const COLLECTION = "demo";
/** The only address the demo collection may fetch from besides public ones. */
const OWN_HOST = /^http:\/\/127\.0\.0\.1:/;
const TOKEN_MS = 600_000;
const PATIENCE_MS = 30_000;
const LOOK_MS = 200;

/**
 * On an installation without a batch, deposits some files that the web itself serves, through the API like anybody
 * else, and waits until the batch has ended. What goes wrong here is told and stops nothing.
 */
export async function sampleDeposit(env: Env, address: string, signal: AbortSignal): Promise<void> {
  if (!env.DEMO || !OWN_HOST.test(address)) return;
  const db = connect(env.DATABASE_URL, { max: 2, name: "start" });
  try {
    const isWanted =
      (await db.batch.count()) === 0 && (await db.collection.count({ where: { slug: COLLECTION } })) === 1;
    if (isWanted)
      await step("Making a sample deposit", () => withToken(db, (token) => deposit(address, token, signal)));
  } catch (thrown) {
    signal.throwIfAborted();
    console.log(`  The sample deposit did not come through: ${messageOf(thrown)}`);
  } finally {
    await db.$disconnect();
  }
}

/** A token of the first admin's that lives no longer than the work. */
async function withToken(db: Db, work: (secret: string) => Promise<void>): Promise<void> {
  const admin = await db.user.findFirstOrThrow({ where: { role: "admin" }, orderBy: { createdAt: "asc" } });
  const secret = newSecret();
  const id = randomUUID();
  await insertToken(db, {
    id,
    userId: admin.id,
    name: "First start",
    hash: hashOf(secret),
    hint: "wb_",
    scopes: ["read", "deposit"],
    lifeMs: TOKEN_MS,
  });
  try {
    await work(secret);
  } finally {
    await db.apiToken.delete({ where: { id } });
  }
}

async function deposit(address: string, token: string, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const fields = new URLSearchParams({
    collection: COLLECTION,
    type: "single-file-batch-manifest",
    filename: "elm-survey.checkm",
    title: "Elm survey",
  });
  const answer = await ask(`${address}/api/v1/batches?${fields}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/octet-stream", "idempotency-key": "first-start" },
    body: await sampleManifest(address),
    signal,
  });
  const { batch } = answer as { batch: { id: string } };
  const until = Date.now() + PATIENCE_MS;
  for (let state = ""; state !== "Completed"; ) {
    if (state === "Failed") throw new Problem("its batch failed; the console shows why.");
    if (Date.now() > until) throw new Problem("it is not done yet; the console shows where it stands.");
    await delay(LOOK_MS, undefined, { signal });
    ({ state } = (await ask(`${address}/api/v1/batches/${batch.id}`, { headers, signal })) as {
      state: string;
    });
  }
}

async function ask(url: string, request: RequestInit): Promise<unknown> {
  const answer = await fetch(url, request);
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const detail =
    body && typeof body === "object" && "detail" in body ? String(body.detail) : `answer ${answer.status}`;
  throw new Problem(detail);
}
