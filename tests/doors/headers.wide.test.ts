import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADA, askRaw, type DoorSite, type Heard, openDoorSite, PASSWORD, signIn } from "./door-site.ts";

/** What every answer carries, whoever gives it. The values of two are their own on pages and in the API. */
const EVERYWHERE = {
  "content-security-policy": /(default-src 'none'|'nonce-[\w+/=]+').*frame-ancestors 'none'/,
  "cross-origin-opener-policy": /^same-origin$/,
  "cross-origin-resource-policy": /^same-origin$/,
  "permissions-policy": /camera=\(\)/,
  "referrer-policy": /^(same-origin|no-referrer)$/,
  "x-content-type-options": /^nosniff$/,
  "x-frame-options": /^DENY$/,
} as const;

let site: DoorSite;
let cookie: string;
let script: string;

beforeAll(async () => {
  site = await openDoorSite({ UPLOAD_MAX_BYTES: "1000" });
  const signedIn = await signIn(site.web, ADA, PASSWORD);
  expect(signedIn.status).toBe(200);
  const set = signedIn.headers["set-cookie"];
  cookie = (Array.isArray(set) ? set : []).map((one) => one.split(";")[0]).join("; ");
  const page = await askRaw(site.web, "GET", "/sign-in");
  script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(page.text)?.[1] ?? "";
}, 600_000);
afterAll(() => site?.end());

const bearer = () => ({ authorization: `Bearer ${site.token}` });
const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
  askRaw(site.web, method, path, headers, body);

function requireHeaders({ headers }: Pick<Heard, "headers">): void {
  for (const [name, value] of Object.entries(EVERYWHERE))
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(value)]);
  expect(headers["x-powered-by"]).toBeUndefined();
  // told to routes, not to anybody else
  expect(JSON.stringify(headers)).not.toContain("waybill-peer");
}

/** Every kind of answer: what it is, how it is asked for, its status. */
const KINDS: readonly (readonly [string, number, () => Promise<Heard>])[] = [
  ["a page", 200, () => ask("GET", "/sign-in")],
  ["a page by HEAD", 200, () => ask("HEAD", "/sign-in")],
  ["a page of the console", 200, () => ask("GET", "/batches", { cookie })],
  ["a redirect of a page", 307, () => ask("GET", "/batches")],
  ["a page, asked for with an API token, which is for routes", 307, () => ask("GET", "/batches", bearer())],
  [
    "what Next fetches, sent on to its own address",
    307,
    () => ask("GET", "/batches?_rsc=1", { cookie, rsc: "1" }),
  ],
  ["a page that is not there", 404, () => ask("GET", "/nowhere")],
  ["a batch that is not there", 404, () => ask("GET", "/batches/bid-none", { cookie })],
  ["a page that is posted to", 200, () => ask("POST", "/sign-in")],
  [
    "a server action that is not there",
    400,
    () => ask("POST", "/sign-in", { "next-action": "a".repeat(40) }),
  ],
  ["a static file", 200, () => ask("GET", script)],
  [
    "a static file that has not changed",
    304,
    async () => {
      const { headers } = await ask("GET", script);
      return ask("GET", script, { "if-none-match": String(headers.etag) });
    },
  ],
  ["a static file that is not there", 404, () => ask("GET", "/_next/static/none.js")],
  ["a static file that is posted to, for which Next finds no page", 500, () => ask("POST", script)],
  ["something else of Next's", 404, () => ask("GET", "/_next/nothing")],
  ["an image that Next would make smaller", 404, () => ask("GET", "/_next/image?url=%2Fx.png&w=64&q=75")],
  ["the icon", 200, () => ask("GET", "/icon.svg")],
  ["the API", 200, () => ask("GET", "/api/v1/batches", bearer())],
  ["the API without a sign-in", 401, () => ask("GET", "/api/v1/batches")],
  ["an address the API has not", 404, () => ask("GET", "/api/v1/nothing")],
  ["a method a route has not", 405, () => ask("PUT", "/api/v1/batches", bearer())],
  ["a method Next does not know", 400, () => ask("PROPFIND", "/api/v1/nothing")],
  ["what a route may be asked", 204, () => ask("OPTIONS", "/api/v1/batches")],
  ["a bad request", 400, () => ask("GET", "/api/v1/batches?limit=x", bearer())],
  ["a sign-in that is refused", 401, () => signIn(site.web, "nobody@example.org", "wrong")],
  ["an answer of better-auth's", 200, () => ask("GET", "/api/auth/get-session")],
  ["Merritt's API", 200, () => ask("GET", "/poster/help")],
  ["Merritt's API without a sign-in", 401, () => ask("GET", "/poster/state")],
  [
    "an upload that is taken",
    202,
    () =>
      ask(
        "POST",
        "/api/v1/batches?collection=maps&filename=a.txt&type=file",
        { ...bearer(), "content-length": "5" },
        "hello",
      ),
  ],
  [
    "an upload that is too large",
    413,
    () =>
      ask(
        "POST",
        "/api/v1/batches?collection=maps&filename=a.txt&type=file",
        { ...bearer(), "content-length": "1001" },
        "x".repeat(1001),
      ),
  ],
  [
    "an upload nobody may send",
    401,
    () => ask("POST", "/api/v1/batches?collection=maps", { "content-length": "5" }, "hello"),
  ],
  ["health", 200, () => ask("GET", "/api/health/ready")],
];

describe("every answer carries the security headers:", () => {
  it.each(KINDS)("%s, %i", async (_, status, act) => {
    const answer = await act();
    expect(answer.status).toBe(status);
    requireHeaders(answer);
  });

  it("an event stream", async () => {
    const left = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${site.web.port}/api/v1/changes`, {
      headers: bearer(),
      signal: left.signal,
    });
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    requireHeaders({ headers: Object.fromEntries(stream.headers) });
    left.abort();
  });

  it.each([
    ["no host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["no HTTP", "HELO x\r\n\r\n", 400],
    ["headers too long", `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
    ["an expectation", "GET /sign-in HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n", 417],
  ])("what Node answers by itself: %s", async (_, sent, status) => {
    const text = await exchange(sent);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const headers = Object.fromEntries(
      text
        .split("\r\n\r\n")[0]
        ?.split("\r\n")
        .slice(1)
        .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]) ??
        [],
    );
    requireHeaders({ headers });
  });
});

/** Bytes that `http.request` would not send, and all that comes back until the server closes. */
function exchange(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.web.port, "127.0.0.1", () => socket.write(sent));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (text.includes("\r\n\r\n")) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

describe("a malformed percent sign in a path", () => {
  it.each([
    "/%",
    "/batches/%E0%A4%A",
    "/batches/%zz/x?y=1",
    "/%ff",
    "/sign-in%",
    "/_next/static/%",
    "/object/%",
  ])("%s is a page of ours that is not there", async (path) => {
    for (const headers of [{}, { cookie }]) {
      const answer = await ask("GET", path, headers);
      expect(answer.status).toBe(404);
      expect(answer.text).toContain("There is nothing at this address.");
      expect(answer.headers["content-security-policy"]).toContain("'nonce-");
      requireHeaders(answer);
    }
  });

  it.each(["/api/%", "/api/v1/batches/%E0%A4%A", "/api/v1/batches/%zz/resume"])(
    "%s is a problem",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"]) {
        const answer = await ask(method, path, bearer());
        expect([method, answer.status]).toEqual([method, 404]);
        expect(JSON.parse(answer.text)).toMatchObject({ code: "not_found", status: 404 });
        requireHeaders(answer);
      }
    },
  );

  it("is answered in Merritt's form below /poster", async () => {
    const answer = await ask("GET", "/poster/state/queue/%ff?t=json");
    expect(answer.status).toBe(404);
    expect(answer.text).toContain("exc:");
    requireHeaders(answer);
  });

  it("in a query is no matter", async () => {
    expect((await ask("GET", "/sign-in?returnTo=%")).status).toBe(200);
  });
});
