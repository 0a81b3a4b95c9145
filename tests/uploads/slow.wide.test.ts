import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createToken } from "../../operations/token/create.ts";
import { makePerson } from "../factories/make-person.ts";
import { type Installation, makeInstallation } from "../pipeline/installation.ts";
import { until } from "../pipeline/until.ts";
import { openSlowClient, type SlowClient } from "./slow-client.ts";
import { startWebProcess, type WebProcess } from "./web-process.ts";

/*
 * A web process whose five minutes for a request (Node's requestTimeout) are 2 s and whose minute for headers is 1.5 s,
 * which short-times.mjs sees to; the times of Waybill's own are settings.
 */
const IDLE_MS = 1200;
const BODY_MS = 2000;
const MOST_BYTES = 300_000;
const PAUSE_MS = 400;
/** 4 s: twice Node's time for a request. */
const PIECES = 10;

let installation: Installation;
let web: WebProcess;
let token: string;

beforeAll(async () => {
  installation = await makeInstallation({
    env: {
      UPLOAD_IDLE_MS: String(IDLE_MS),
      REQUEST_BODY_MS: String(BODY_MS),
      UPLOAD_MAX_BYTES: String(MOST_BYTES),
    },
  });
  const { ctx, workerEnv } = installation;
  const admin = await makePerson(ctx.db, "admin");
  token = (
    await createToken({ ...ctx, actor: admin }, { name: "uploads", scopes: ["read", "deposit", "operate"] })
  ).secret;
  web = await startWebProcess(workerEnv, { node: ["--import", "./tests/uploads/short-times.mjs"] });
}, 600_000);

afterAll(async () => {
  await web?.stop();
  await installation?.end();
});

/** Nothing lies in uploads and the process has nothing open there, at once. */
afterEach(async () => {
  const working = path.join(installation.folder, "working");
  const looked = performance.now();
  await until(async () => {
    const files = await readdir(path.join(working, "uploads")).catch(() => []);
    const open = await web.openBelow(working);
    return files.length + open.length === 0 || `left: ${[...files, ...open].join(", ")}`;
  }, 5_000);
  expect(performance.now() - looked).toBeLessThan(1_000);
});

function head(method: string, address: string, more: readonly string[], signedIn = true): string {
  const auth = signedIn ? [`Authorization: Bearer ${token}`] : [];
  return `${[`${method} ${address} HTTP/1.1`, `Host: 127.0.0.1:${web.port}`, ...auth, ...more].join("\r\n")}\r\n\r\n`;
}

const RAW = "/api/v1/batches?collection=maps&filename=slow.txt&type=file";

async function begin(...pieces: readonly string[]): Promise<SlowClient> {
  const client = await openSlowClient(web.port);
  for (const piece of pieces) client.send(piece);
  return client;
}

const rawOf = (bytes: number, signedIn = true) =>
  head("POST", RAW, [`Content-Length: ${bytes}`, "Content-Type: application/octet-stream"], signedIn);

const FORM = [
  ...["collection", "type"].map(
    (name) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${{ collection: "maps", type: "file" }[name]}\r\n`,
  ),
  '--b\r\nContent-Disposition: form-data; name="file"; filename="slow.txt"\r\n\r\n',
].join("");
const FORM_END = "\r\n--b--\r\n";
const formHead = (bytes: number) =>
  head("POST", "/api/v1/batches", [
    `Content-Length: ${bytes}`,
    "Content-Type: multipart/form-data; boundary=b",
  ]);

describe("an upload lasts as long as bytes come", () => {
  it("as a raw body", async () => {
    const pieces = Array.from({ length: PIECES }, () => "0123456789");
    const client = await begin(rawOf(PIECES * 10));
    await client.drip(pieces, PAUSE_MS);
    const { status, ms } = await client.answer();
    expect(status).toBe(202);
    expect(ms).toBeGreaterThan(PIECES * PAUSE_MS - 100);
    client.reset();
  });

  it("as a form", async () => {
    const pieces = Array.from({ length: PIECES }, () => "0123456789");
    const client = await begin(formHead(FORM.length + PIECES * 10 + FORM_END.length), FORM);
    await client.drip(pieces, PAUSE_MS);
    client.send(FORM_END);
    expect((await client.answer()).status).toBe(202);
    client.reset();
  });

  it("in chunks without a length", async () => {
    const client = await begin(head("POST", RAW, ["Transfer-Encoding: chunked"]));
    await client.drip(
      Array.from({ length: PIECES }, () => "a\r\n0123456789\r\n"),
      PAUSE_MS,
    );
    client.send("0\r\n\r\n");
    expect((await client.answer()).status).toBe(202);
    client.reset();
  });
});

const STALLS = [
  ["a raw body before its first byte", () => [rawOf(100)]],
  ["a raw body in its middle", () => [rawOf(100), "0123456789"]],
  ["a form before its first part", () => [formHead(1000)]],
  ["a form in a field", () => [formHead(1000), FORM.slice(0, 60)]],
  ["a form in its file", () => [formHead(1000), FORM, "0123456789"]],
  ["a form in half a boundary", () => [formHead(1000), FORM, "0123456789\r\n-"]],
  ["a form after its file", () => [formHead(1000), FORM, "0123456789\r\n--b\r\nContent-Dis"]],
  ["a form after its end", () => [formHead(1000), FORM, "0123456789", FORM_END]],
] as const;

describe("an upload that stands still", () => {
  it.each(STALLS)("is ended and answered: %s", async (_, pieces) => {
    const client = await begin(...pieces());
    const { status, text, ms } = await client.answer();
    expect([status, /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([400, "incomplete_upload"]);
    expect(ms).toBeGreaterThan(IDLE_MS - 50);
    expect(ms).toBeLessThan(IDLE_MS + 1500);
    client.reset();
  });
});

describe("an upload whose connection breaks", () => {
  it.each(STALLS)("leaves nothing: %s", async (_, pieces) => {
    const client = await begin(...pieces());
    await until(async () => (await web.openBelow(installation.folder)).length > 0 || "no file", 300).catch(
      () => undefined,
    );
    client.reset();
    await client.closed();
  });
});

describe("what is no upload", () => {
  it("has a bounded time for its headers", async () => {
    const client = await begin("GET /api/v1/jobs HTTP/1.1\r\nHost: x\r\n");
    await client.drip(
      Array.from({ length: 40 }, (_, at) => `X-${at}: y\r\n`),
      200,
    );
    const { status, ms } = await client.closed();
    expect(status).toBe(408);
    expect(ms).toBeLessThan(4_000);
  });

  it("has a bounded time for its body", async () => {
    const length = "Content-Length: 1000";
    const client = await begin(head("POST", "/api/v1/checks", [length, "Content-Type: application/json"]));
    await client.drip(
      Array.from({ length: 40 }, () => " "),
      200,
    );
    const { status, ms } = await client.closed();
    expect(status).toBe(408);
    expect(ms).toBeGreaterThan(BODY_MS - 50);
    expect(ms).toBeLessThan(BODY_MS + 2_000);
  });

  it("has the same time where the address of uploads takes none", async () => {
    const client = await begin(
      head("DELETE", "/api/v1/batches", ["Content-Length: 1000", "Content-Type: application/json"]),
    );
    await client.drip(
      Array.from({ length: 40 }, () => " "),
      200,
    );
    expect((await client.closed()).ms).toBeLessThan(BODY_MS + 3_000);
  });
});

describe("an upload that was answered before its end", () => {
  it("hears it, and its rest is not taken for ever", async () => {
    const client = await begin(rawOf(1_000_000, false));
    await client.drip(
      Array.from({ length: 40 }, () => "x"),
      200,
    );
    const { status, ms } = await client.closed();
    expect(status).toBe(401);
    expect(ms).toBeLessThan(BODY_MS + 3_000);
  });

  it("that sends everything before it listens hears why", async () => {
    const bytes = 40 * 65_536;
    const client = await begin(rawOf(bytes));
    await client.drip(
      Array.from({ length: 40 }, () => "x".repeat(65_536)),
      10,
    );
    const { status, text } = await client.answer();
    expect([status, /"code":"(\w+)"/.exec(text)?.[1]]).toEqual([413, "too_large"]);
    client.reset();
  });
});
