import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createToken } from "../../operations/token/create.ts";
import { revokeToken } from "../../operations/token/revoke.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { type Ask, ask } from "../../tests/factories/web-client.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";

vi.mock("server-only", () => ({}));

const STREAM = "text/event-stream";
const CURSOR = "A cursor is what an answer's next said, or the position of an item, or 0 for the beginning.";

let test: TestContext;
let feed: typeof import("./v1/feed/route.ts");
let changes: typeof import("./v1/changes/route.ts");
let maps: MadeCollection;
let films: MadeCollection;
let viewer: string;
let ada: string;

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  feed = await import("./v1/feed/route.ts");
  changes = await import("./v1/changes/route.ts");
  const { db } = test.ctx;
  [maps, films] = [await makeCollection(db), await makeCollection(db)];
  viewer = await tokenOf("operator");
  ada = await tokenOf("depositor", [maps]);
  await accept(maps);
  await accept(films);
  await accept(maps);
});

afterAll(async () => {
  await (await import("../_server/hub.ts")).hub().end();
  const { root } = await import("../_server/root.ts");
  await root().changes.flush();
  await root().db.$disconnect();
  await test.end();
});

async function tokenOf(role: "operator" | "depositor", granted: readonly MadeCollection[] = []) {
  return (await made(role, granted)).secret;
}

async function made(role: "operator" | "depositor", granted: readonly MadeCollection[] = []) {
  const actor = await makePerson(test.ctx.db, role, [...granted]);
  return { actor, ...(await createToken(test.as(actor), { name: "feed", scopes: ["read"] })) };
}

/** One batch more, with its position. @returns the position */
async function accept(collection: MadeCollection): Promise<number> {
  const itemId = await makeBatch(test.ctx.db, collection);
  await orderNow(test.ctx);
  const item = await test.ctx.db.sequenced.findFirstOrThrow({ where: { itemId } });
  return Number(item.position);
}

const get = (query: string, token: string, given: Ask = {}) =>
  ask(feed, `GET /api/v1/feed${query}`, { token, ...given });

async function stream(query: string, token: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await get(query, token, { headers: { accept: STREAM, ...headers } });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader?.read())?.value;
  expect(await next()).toMatch(/^retry: \d+\n/);
  return { next, cancel: async () => reader?.cancel() };
}

/** The positions in the ids of the events of a text, and those in their data; null: an id without data. */
function eventsOf(text = ""): (readonly [string | undefined, string | null])[] {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => {
      const [, id] = /^id: (\d+)(?:\.[0-9a-f]{12})?$/m.exec(event) ?? [];
      const [, data] = /^data: (.*)$/m.exec(event) ?? [];
      return [id, data === undefined ? null : JSON.parse(data).position];
    });
}

describe("the feed", () => {
  it("is answered in order, after a position", async () => {
    const { items, next, last } = await (await get("?after=1&limit=1", viewer)).json();
    expect([items.length, items[0].position, next, last]).toEqual([
      1,
      "2",
      expect.stringMatching(/^2\.[0-9a-f]{12}$/),
      "3",
    ]);
  });

  it.each([
    ["?after=-1", "after", CURSOR],
    ["?limit=0", "limit", "limit is a whole number from 1 to 1000."],
    ["?wait=31", "wait", "wait is a whole number of seconds from 0 to 30."],
  ])("refuses %s", async (query, code, message) => {
    const answer = await get(query, viewer);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: "bad_request", problems: [{ code, message }] });
  });

  it("refuses what it does not know, a field given twice, and a cursor that was not given yet", async () => {
    expect((await get("?since=1", viewer)).status).toBe(400);
    expect((await get("?after=1&after=2", viewer)).status).toBe(400);
    const ahead = await get("?after=1000", viewer, { headers: { accept: STREAM } });
    expect([ahead.status, (await ahead.json()).code]).toEqual([409, "cursor_lost"]);
    const wrong = await get("", viewer, { headers: { accept: STREAM, "last-event-id": "x" } });
    expect([wrong.status, (await wrong.json()).detail]).toEqual([400, `Last-Event-ID is wrong. ${CURSOR}`]);
  });
});

describe("a wait", () => {
  it("ends as soon as something is accepted", async () => {
    const after = await accept(films);
    const waits = get(`?after=${after}&wait=30`, viewer);
    const began = performance.now();
    expect(await accept(films)).toBe(after + 1);
    const { items } = await (await waits).json();
    console.log(`woken ${Math.round(performance.now() - began)} ms after a batch was made and ordered`);
    expect(items).toMatchObject([{ position: String(after + 1) }]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  it("ends empty after as many seconds as it may take", async () => {
    const after = await accept(films);
    const began = performance.now();
    const { items, next } = await (await get(`?after=${after}&wait=1`, viewer)).json();
    expect([items, Number.parseInt(next, 10)]).toEqual([[], after]);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it("is one of 32 that a person may have", async () => {
    const [token, after, gone] = [await tokenOf("operator"), await accept(films), new AbortController()];
    const wait = () =>
      feed.GET(
        new Request(`http://127.0.0.1:3000/api/v1/feed?after=${after}&wait=20`, {
          headers: { authorization: `Bearer ${token}` },
          signal: gone.signal,
        }),
        undefined,
      );
    const waits = Array.from({ length: 33 }, wait);
    expect((await Promise.race(waits)).status).toBe(429);
    gone.abort();
    await Promise.all(waits);
    expect((await get(`?after=${after}&wait=1`, token)).status).toBe(200);
  });
});

describe("the stream", () => {
  it("goes on after Last-Event-ID, whatever the address says, and then tells what comes", async () => {
    const { next, cancel } = await stream("?after=0", viewer, { "last-event-id": "2" });
    const told = eventsOf(await next());
    expect(told[0]).toEqual(["3", "3"]);
    const items = told.filter(([, data]) => data !== null);
    expect(items.map(([id]) => Number(id))).toEqual(items.map((_, place) => place + 3));
    const position = String(await accept(maps));
    expect(eventsOf(await next())).toEqual([
      [position, position],
      [position, null],
    ]);
    await cancel();
  });

  it("moves the client's cursor past what is hidden", async () => {
    await accept(films);
    const after = await accept(maps);
    const hidden = String(await accept(films));
    const { next, cancel } = await stream(`?after=${after - 1}`, ada);
    expect(eventsOf(await next())).toEqual([
      [String(after), String(after)],
      [hidden, null],
    ]);
    await cancel();
  });

  it("is not opened by HEAD, which nobody would read, and a wait is not either", async () => {
    const token = await tokenOf("operator");
    const headers = { accept: STREAM, authorization: `Bearer ${token}` };
    for (const [module, path] of [
      [feed, "/api/v1/feed?wait=30"],
      [changes, "/api/v1/changes"],
    ] as const)
      for (let n = 0; n < 33; n += 1) {
        const request = new Request(`http://127.0.0.1:3000${path}`, { method: "HEAD", headers });
        const answer = await module.GET(request, undefined);
        expect([answer.status, answer.body]).toEqual([200, null]);
      }
    await (await stream("", token)).cancel();
  });

  it("ends when its token is revoked", async () => {
    const { actor, secret, token } = await made("operator");
    const { next } = await stream("", secret);
    await next();
    const last = next();
    const its = { tokenId: token.id, personId: actor.id };
    await revokeToken(test.as({ ...actor, via: "session" }), its);
    expect(await last).toBeUndefined();
  });

  it("is one of 32 that a person may have, with those of changes", async () => {
    const token = await tokenOf("operator");
    const streams = [];
    for (let n = 0; n < 31; n += 1) streams.push(await stream("", token));
    const other = await ask(changes, "GET /api/v1/changes", { token });
    expect(other.status).toBe(200);
    expect((await get("", token, { headers: { accept: STREAM } })).status).toBe(429);
    await Promise.all([...streams.map(({ cancel }) => cancel()), other.body?.cancel()]);
    await (await stream("", token)).cancel();
  });
});
