import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createToken } from "../../../operations/token/create.ts";
import { makeLaneScene } from "../../../tests/factories/lane-scene.ts";
import { makePerson } from "../../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { ask } from "../../../tests/factories/web-client.ts";
import {
  makeBatch,
  makeBatches,
  makeBatchList,
  makeTransaction,
  testKey,
} from "../../../tests/fixtures/ledger/sign.ts";
import { until } from "../../../tests/pipeline/until.ts";

vi.mock("server-only", () => ({}));

const SERVICE = "01234-ABCDE::gsAA";
const OCTETS = "application/octet-stream";

let test: TestContext;
let token: string;
let routes: Awaited<ReturnType<typeof loadRoutes>>;

async function loadRoutes() {
  return {
    batches: await import("./batches/route.ts"),
    statuses: await import("./batch_statuses/route.ts"),
    lane: await import("../v1/lanes/[serviceId]/batches/route.ts"),
    root: (await import("../../_server/root.ts")).root,
  };
}

beforeAll(async () => {
  test = await testContext();
  vi.stubEnv("DATABASE_URL", test.url);
  vi.stubEnv("AUTH_SECRET", `${randomUUID()}${randomUUID()}`);
  vi.stubEnv("LOG_LEVEL", "silent");
  routes = await loadRoutes();
  await makeLaneScene(test.ctx.db, { serviceId: SERVICE, backend: "scabbard", ledger: "main" });
  await makeLaneScene(test.ctx.db, { serviceId: "----", backend: "sawtooth", ledger: "main" });
  const operator = await makePerson(test.ctx.db, "operator");
  token = (await createToken(test.as(operator), { name: "grid", scopes: ["read", "deposit"] })).secret;
});

afterAll(async () => {
  await routes.root().changes.flush();
  await routes.root().db.$disconnect();
  await test.end();
});

const send = (
  body: Uint8Array,
  query = "",
  headers: Readonly<Record<string, string>> = { "content-type": OCTETS },
) =>
  routes.batches.POST(
    new Request(`http://127.0.0.1:3000/api/grid/batches${query}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, ...headers, host: "127.0.0.1:3000" },
      body: Buffer.from(body),
    }),
    undefined,
  );

const status = (query: string) => ask(routes.statuses, `GET /api/grid/batch_statuses?${query}`, { token });

describe("Grid's REST API", () => {
  it.each([
    ["of a Splinter service", `?service_id=${encodeURIComponent(SERVICE)}`, "Pending"],
    ["of the ledger without services", "", "PENDING"],
  ])("takes batches %s and answers a link that tells how they stand", async (_, query, word) => {
    const batches = makeBatches(`grid ${query}`, 2);
    const response = await send(makeBatchList(batches), query);
    expect(response.status).toBe(200);
    const { link } = (await response.json()) as { link: string };
    const { search } = new URL(link);
    const told = await status(`${search.slice(1)}&wait=false`);
    expect(await told.json()).toEqual({
      data: batches.map(({ id }) => ({ id, status: word, invalid_transactions: [] })),
      link,
    });
  });

  it("takes what Grid's own client sends, which names no type", async () => {
    const query = `?service_id=${encodeURIComponent(SERVICE)}`;
    const list = makeBatchList(makeBatches("as grid's client", 1));
    expect((await send(list, query, { gridprotocolversion: "1" })).status).toBe(200);
    expect((await send(list, query, {})).status).toBe(400);
    expect((await send(list, query, { gridprotocolversion: "1", "content-type": "text/plain" })).status).toBe(
      400,
    );
  });

  it("says what is wrong with a list by its first problem", async () => {
    const [batch] = makeBatches("as grid's client", 1);
    const wrong = Buffer.from(makeBatchList(batch ? [batch, batch] : []));
    const response = await send(wrong);
    expect(await response.json()).toEqual({
      status_code: 400,
      message:
        "The list of batches has a problem. batch_repeated: Batch 2: it is the same batch as batch 1 of the list.",
    });
  });

  it("names the transactions its ledger found invalid, with what it gives beside, else the first", async () => {
    const key = testKey("named");
    const transactions = ["a", "b"].map((nonce) => makeTransaction({ key, nonce, payload: nonce }));
    const [named, silent] = [makeBatch({ key, transactions }), makeBatches("silent", 1)[0]];
    if (!silent) throw new Error("no batch");
    await send(makeBatchList([named, silent]));
    const [, second] = transactions;
    const said = { submissionStatus: "Invalid", ledgerMessage: "no such account" } as const;
    const invalid = [{ id: second?.id ?? "", message: "no such account", data: "AAE=" }];
    for (const [{ id }, ledgerInvalid] of [
      [named, invalid],
      [silent, []],
    ] as const)
      await test.ctx.db.batch.updateMany({
        where: { ledgerBatch: { ledgerId: id } },
        data: { ...said, ledgerInvalid },
      });
    const told = await status(`id=${named.id},${silent.id}&wait=false`);
    expect((await told.json()).data).toEqual([
      {
        id: named.id,
        status: "INVALID",
        invalid_transactions: [{ id: second?.id, message: "no such account", extended_data: "AAE=" }],
      },
      {
        id: silent.id,
        status: "INVALID",
        invalid_transactions: [{ id: expect.stringMatching(/^[0-9a-f]{128}$/), message: "no such account" }],
      },
    ]);
  });

  it.each<[string, () => Promise<Response>, number]>([
    ["bytes that are no BatchList", () => send(Buffer.from("hello")), 400],
    [
      "another content type",
      () => send(makeBatchList(makeBatches("type", 1)), "", { "content-type": "application/json" }),
      400,
    ],
    [
      "an unknown service",
      () => send(makeBatchList(makeBatches("where", 1)), "?service_id=99999-ZZZZZ::zzzz"),
      400,
    ],
    ["a question without ids", () => status("wait=1"), 400],
    ["a wait that is no number", () => status("id=ab&wait=soon"), 400],
  ])("refuses %s in its own form", async (_, request, code) => {
    const response = await request();
    expect(response.status).toBe(code);
    expect(await response.json()).toEqual({ status_code: code, message: expect.any(String) });
  });

  it("wants a token", async () => {
    const response = await ask(routes.statuses, "GET /api/grid/batch_statuses?id=ab&wait=0");
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ status_code: 401, message: expect.any(String) });
  });
});

describe("a person's waits", () => {
  const query = `id=nobody-knows&service_id=${encodeURIComponent(SERVICE)}`;

  it("are 32 at a time; asking without one, and other people's, go on", async () => {
    const stop = new AbortController();
    const wait = () =>
      routes.statuses.GET(
        new Request(`http://127.0.0.1:3000/api/grid/batch_statuses?${query}&wait=60`, {
          headers: { authorization: `Bearer ${token}`, host: "127.0.0.1:3000" },
          signal: stop.signal,
        }),
        undefined,
      );
    const refused: Response[] = [];
    const all = Array.from({ length: 40 }, async () => refused.push(await wait()));
    await until(async () => refused.length === 8 || `${refused.length} were refused`, 20_000);
    for (const response of refused) {
      expect(response.status).toBe(429);
      expect(await response.json()).toEqual({
        status_code: 429,
        message:
          "You have 32 requests waiting for batches. Ask with wait=false, or for several batches at once.",
      });
    }
    expect((await wait()).status).toBe(429);
    expect((await status(`${query}&wait=false`)).status).toBe(200);
    const viewer = await makePerson(test.ctx.db, "operator");
    const other = (await createToken(test.as(viewer), { name: "grid", scopes: ["read", "deposit"] })).secret;
    const others = await ask(routes.statuses, `GET /api/grid/batch_statuses?${query}&wait=1`, {
      token: other,
    });
    expect(others.status).toBe(200);
    stop.abort();
    await Promise.allSettled(all);
    expect(refused.slice(8).every((response) => response.status !== 429)).toBe(true);
    expect((await status(`${query}&wait=1`)).status).toBe(200);
  });
});

describe("a lane's own address", () => {
  it("takes a BatchList with the lane in the path, and says which batches it had", async () => {
    const body = makeBatchList(makeBatches("path", 1));
    const post = () =>
      routes.lane.POST(
        new Request(`http://127.0.0.1:3000/api/v1/lanes/${encodeURIComponent(SERVICE)}/batches`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": OCTETS, host: "127.0.0.1:3000" },
          body: Buffer.from(body),
        }),
        { params: Promise.resolve({ serviceId: encodeURIComponent(SERVICE) }) },
      );
    const first = await post();
    expect(first.status).toBe(202);
    const { batches } = (await first.json()) as { batches: { batchId: string; statusUrl: string }[] };
    expect(batches).toMatchObject([{ repeated: false, statusUrl: expect.stringContaining("/batches/bid-") }]);
    expect(await (await post()).json()).toMatchObject({
      batches: [{ batchId: batches[0]?.batchId, repeated: true }],
    });
  });
});
