import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeEzid, startFakeEzid } from "./start.ts";

let ezid: FakeEzid;
beforeAll(async () => {
  ezid = await startFakeEzid();
});
afterAll(() => ezid.close());

const BASIC = `Basic ${Buffer.from("waybill:s3cret-pass").toString("base64")}`;

async function ask(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<[number, string]> {
  const answer = await fetch(`${ezid.url}${path}`, {
    method,
    headers: { authorization: BASIC, "content-type": "text/plain; charset=UTF-8", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return [answer.status, await answer.text()];
}

describe("answers as EZID's", () => {
  const MINT = "/shoulder/ark:/99999/fk4";

  it.each([
    ["no colon in line", "who"],
    ["empty label", ": x"],
    ["repeated label", "a: 1\na: 2"],
    ["percent-decode error", "a: 100%"],
    ["percent-decode error", "a: %G1"],
    ["no previous label for continuation line", " a: 1"],
  ])("400 for a body with %s", async (why, body) => {
    expect(await ask("POST", MINT, body)).toEqual([400, `error: bad request - ANVL parse error (${why})`]);
  });

  it.each([
    [
      "bytes that are not UTF-8",
      new Uint8Array([0x61, 0x3a, 0xff]),
      "error: bad request - character decoding error",
    ],
  ])("400 for %s", async (_name, body, line) => {
    expect(await ask("POST", MINT, body)).toEqual([400, line]);
  });

  it("400 for another media type", async () => {
    expect(await ask("POST", MINT, "a: b", { "content-type": "application/json" })).toEqual([
      400,
      "error: bad request - If specified, Content-Type must be text/plain and encoding must be UTF-8",
    ]);
  });

  it.each(["", "Basic bm9ib2R5Ong=", "Basic d2F5YmlsbDp3cm9uZw=="])("401 for %j", async (authorization) => {
    expect(await ask("POST", MINT, "a: b", { authorization: authorization || "Basic Og==" })).toEqual([
      401,
      "error: unauthorized",
    ]);
  });

  it("405 for a method it does not know, 404 for a path", async () => {
    expect(await ask("PUT", MINT, "a: b")).toEqual([405, "error: method not allowed"]);
    expect((await ask("GET", "/nothing"))[0]).toBe(404);
    expect(await ask("GET", "/status")).toEqual([200, "success: EZID is up"]);
  });

  it("metadata as it was given, with comments, continuations and the identifier in the target", async () => {
    const body =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: EZID's placeholder
      "# a comment\nwho: Proust,\n  Marcel\n_target: http://x.org/${identifier}\nwhat: 100%25 a%0Ab";
    const [status, line] = await ask("POST", MINT, body);
    expect(status).toBe(201);
    const ark = line.slice("success: ".length);
    expect(await ask("GET", `/id/${ark}`)).toEqual([
      200,
      `success: ${ark}\n_owner: waybill\n_status: public\n_export: yes\nwho: Proust, Marcel\n_target: http://x.org/${ark}\nwhat: 100%25 a%0Ab\n`,
    ]);
    expect(await ask("POST", `/id/${ark}`, "who:\n_status: reserved")).toEqual([
      400,
      "error: bad request - _status: Invalid identifier status change.",
    ]);
    expect((await ask("POST", `/id/${ark}`, "who:"))[0]).toBe(200);
    expect((await ask("GET", `/id/${ark}`))[1]).not.toContain("who:");
  });
});

it("runs as a program of its own, with faults by request", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/servers/fake-ezid/main.ts"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [first] = await once(createInterface({ input: child.stdout }), "line");
  const { url } = JSON.parse(String(first));
  const mint = () =>
    fetch(`${url}/shoulder/ark:/99999/fk4`, { method: "POST", headers: { authorization: BASIC } });
  const set = await fetch(`${url}/_control`, {
    method: "POST",
    body: JSON.stringify({ fault: "busy", on: "mint", retryAfter: "3" }),
  });
  expect(set.status).toBe(200);
  const busy = await mint();
  expect([busy.status, await busy.text(), busy.headers.get("retry-after")]).toEqual([
    503,
    "error: concurrency limit exceeded",
    "3",
  ]);
  expect((await mint()).status).toBe(201);
  const seen = await (await fetch(`${url}/_log`)).json();
  expect(seen.log.map((entry: { act: string }) => entry.act)).toEqual(["mint", "mint"]);
  expect((await fetch(`${url}/_control`, { method: "POST", body: "{" })).status).toBe(400);
  child.kill("SIGTERM");
  expect((await once(child, "exit"))[0]).toBe(0);
});
