import { afterAll, beforeAll, expect, it } from "vitest";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../factories/make-person.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWebProcess, type WebProcess } from "../uploads/web-process.ts";

const ROWS = 1_000_000;
/** A date nobody can read is a warning: every row costs a sentence, and only the last one is wrong. */
const ROW = "http://h/a | | | | x | a\n";
const HEADER =
  "#%checkm_0.7\n#%profile | http://uc3.cdlib.org/registry/ingest/manifest/mrt-single-file-batch-manifest\n";
/** Answers that are timed before and after, and as many that are not, to begin with. */
const ANSWERS = 60;
/**
 * Beside a check on another thread an answer takes a little longer; beside one on the same thread many wait for some pieces
 * of the manifest, 4,000 rows each, which is ten times as long and more.
 */
const MOST_TIMES_AS_LONG = 5;
/** The least of so many counts: other work on the machine makes it more, and never less. */
const TRIES = 3;

let installation: Installation;
let web: WebProcess;
let token: string;

beforeAll(async () => {
  installation = await makeInstallation();
  const { ctx, workerEnv } = installation;
  const admin = await makePerson(ctx.db, "admin");
  token = (await createToken({ ...ctx, actor: admin }, { name: "limits", scopes: ["read", "deposit"] }))
    .secret;
  web = await startWebProcess(workerEnv);
}, 600_000);

afterAll(async () => {
  await web?.stop();
  await installation?.end();
});

/** Milliseconds until the web has answered that it is ready. */
async function asked(): Promise<number> {
  const from = performance.now();
  const response = await fetch(`http://127.0.0.1:${web.port}/api/health/ready`);
  expect(response.status).toBe(200);
  await response.arrayBuffer();
  return performance.now() - from;
}

async function askAgain(): Promise<number[]> {
  const times: number[] = [];
  while (times.length < ANSWERS) times.push(await asked());
  return times;
}

/** One answer in ten takes longer. */
const slowest = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.9)] ?? 0;

async function deposit(manifest: Blob): Promise<Response> {
  return fetch(`http://127.0.0.1:${web.port}/api/v1/batches?collection=maps&filename=m.checkm`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: manifest,
  });
}

/** How much longer answers take while the manifest is checked, and its answer. */
async function timesAsLong(manifest: Blob): Promise<{ times: number; answer: Response }> {
  const before = slowest(await askAgain());
  let answer: Response | undefined;
  const depositing = deposit(manifest).then((response) => {
    answer = response;
    return response;
  });
  const during: number[] = [];
  while (answer === undefined) during.push(await asked());
  const idle = Math.max(before, slowest(await askAgain()));
  expect(during.length).toBeGreaterThan(10);
  return { times: slowest(during) / idle, answer: await depositing };
}

it("the web answers as ever while a manifest of a million rows is checked", async () => {
  const manifest = new Blob([HEADER, ROW.repeat(ROWS - 1), "ftp://h/a\n", "#%eof\n"]);
  await askAgain();
  const found: number[] = [];
  while (found.length < TRIES && !found.some((times) => times < MOST_TIMES_AS_LONG)) {
    const { times, answer } = await timesAsLong(manifest);
    found.push(times);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: "manifest_invalid",
      problems: [{ line: ROWS + 2, code: "url_scheme" }],
    });
  }
  expect(Math.min(...found)).toBeLessThan(MOST_TIMES_AS_LONG);
});
