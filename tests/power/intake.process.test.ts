import { createHash } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../factories/make-person.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { startWebProcess, type WebProcess } from "../uploads/web-process.ts";
import type { Claim } from "./judge.ts";
import { lossesIn, modelOf, RECORDED_ENV, recordTo } from "./record.ts";

/*
 * A web process as it runs in production, recorded: whenever it tells the database where a payload lies, and whenever it
 * answers 202, the power is cut, and what is left of the disk at the worst must have that payload.
 */
let installation: Installation;
let web: WebProcess | undefined;
let token: string;

beforeAll(async () => {
  installation = await makeInstallation({ env: RECORDED_ENV });
  const { ctx } = installation;
  token = (
    await createToken(
      { ...ctx, actor: await makePerson(ctx.db, "admin") },
      { name: "power", scopes: ["read", "deposit"] },
    )
  ).secret;
});
afterAll(async () => {
  await web?.stop();
  await installation?.end();
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function send(port: number, body: BodyInit, key: string): Promise<string> {
  const query = body instanceof FormData ? "" : "?collection=maps&type=file&filename=a.bin";
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/batches${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "idempotency-key": key },
    body,
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([202, expect.stringContaining("bid-")]);
  return JSON.parse(text).batch.id;
}

it("what a 202 stands for survives a power loss", async () => {
  const recording = path.join(installation.folder, "web.strace");
  const disk = await modelOf(installation.folder);
  web = await startWebProcess(installation.workerEnv, { before: recordTo(recording) });
  const { port } = web;
  const raw = `raw ${"0123456789abcdef".repeat(20_000)}`;
  const form = new FormData();
  const fields = { collection: "maps", type: "file" };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new File(["in a form"], "b.txt"));
  const accepted = [
    { id: await send(port, raw, "raw"), sha256: sha256(raw) },
    { id: await send(port, form, "form"), sha256: sha256("in a form") },
    { id: await send(port, "twice", "twice"), sha256: sha256("twice") },
  ];
  expect(await send(port, "twice", "twice")).toBe(accepted[2]?.id);
  await web.stop();

  const claims = accepted.flatMap(({ id, sha256: digest }): Claim[] => {
    const kept = `batches/${id}/payload`;
    const files = [{ path: path.join(installation.folder, "working", kept), sha256: digest }];
    return [
      { says: [kept], files },
      { says: ["HTTP/1.1 202", id], files },
    ];
  });
  expect(await lossesIn(disk, [recording], claims)).toEqual([]);
}, 300_000);
