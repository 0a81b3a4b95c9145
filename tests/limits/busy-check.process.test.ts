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
const ASKED_AT_LEAST = 20;
/** Beside a check on another thread an answer takes a little longer, beside one on the same thread as long as a piece of it. */
const MOST_TIMES_AS_LONG = 8;

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

const median = (times: readonly number[]) =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function deposit(manifest: Blob): Promise<Response> {
  return fetch(`http://127.0.0.1:${web.port}/api/v1/batches?collection=maps&filename=m.checkm`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: manifest,
  });
}

it("the web answers as ever while a manifest of a million rows is checked", async () => {
  for (let at = 0; at < ASKED_AT_LEAST; at += 1) await asked();
  const before: number[] = [];
  for (let at = 0; at < ASKED_AT_LEAST; at += 1) before.push(await asked());

  const manifest = new Blob([HEADER, ROW.repeat(ROWS - 1), "ftp://h/a\n", "#%eof\n"]);
  let answer: Response | undefined;
  const depositing = deposit(manifest).then((response) => {
    answer = response;
  });
  const during: number[] = [];
  while (answer === undefined) during.push(await asked());
  await depositing;

  expect(answer?.status).toBe(422);
  expect(await answer?.json()).toMatchObject({
    code: "manifest_invalid",
    problems: [{ line: ROWS + 2, code: "url_scheme" }],
  });
  expect(during.length).toBeGreaterThan(ASKED_AT_LEAST);
  const told = `${median(before).toFixed(1)} ms before, ${median(during).toFixed(1)} ms during, ${during.length} answers`;
  console.log(told);
  expect(median(during) / median(before), told).toBeLessThan(MOST_TIMES_AS_LONG);
});
