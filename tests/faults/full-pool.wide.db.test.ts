import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { connect } from "../../scripts/db/connect.ts";
import { makeLaneScene, makeStanding } from "../factories/lane-scene.ts";
import { ask } from "../factories/web-client.ts";
import { makeBatches, makeBatchList } from "../fixtures/ledger/sign.ts";
import { type Client, openWeb, post, type Web } from "./web.ts";

vi.mock("server-only", () => ({}));

/** F17: a pool of two connections, both waiting for a row, and 50 requests. */
const REQUESTS = 50;
const WAIT_MS = 800;
const LOCK_MS = 1_200;
/** No answer may take longer: a wait for a connection or a row, some of each, and Prisma's own bound of 2 s. */
const MOST_MS = 6_000;

let web: Web;
let admin: Client;
let locker: pg.Client;

beforeAll(async () => {
  web = await openWeb(() => ({
    DATABASE_CONNECTIONS: "2",
    DATABASE_WAIT_MS: String(WAIT_MS),
    DATABASE_LOCK_MS: String(LOCK_MS),
  }));
  admin = await web.makeAdmin();
  locker = await connect(web.test.url);
});

afterAll(async () => {
  await locker?.end();
  await web?.end();
});

/** What the web's connections do, as the server sees it; asked outside of the locker's transaction, which would see it once. */
const connections = () =>
  web.test.ctx.db.$queryRaw<{ state: string; waits: string | null }[]>`
    SELECT state, wait_event_type AS waits FROM pg_stat_activity
    WHERE application_name = 'waybill-web' AND datname = current_database()`;

it("answers 503 with Retry-After after a bounded wait, never a hang, and goes on when the row is free", async () => {
  const { serviceId, laneId } = await makeLaneScene(web.test.ctx.db);
  const send = (place: number) =>
    web.routes.laneBatches.POST(
      post(admin.token, `/api/v1/lanes/${serviceId}/batches`, makeBatchList(makeBatches(`pool ${place}`, 1))),
      { params: Promise.resolve({ serviceId }) },
    );
  expect((await send(REQUESTS)).status).toBe(202);
  await locker.query("BEGIN");
  await locker.query("SELECT FROM lane WHERE id = $1 FOR UPDATE", [laneId]);
  const began = performance.now();
  const waiting = Promise.all(
    Array.from({ length: REQUESTS }, async (_, place) => {
      const response = await send(place);
      return { response, ms: performance.now() - began };
    }),
  );
  await vi.waitFor(async () => {
    expect((await connections()).filter(({ waits }) => waits === "Lock")).toHaveLength(2);
  }, MOST_MS);
  const answers = await waiting;
  await locker.query("ROLLBACK");
  expect(answers.map(({ response }) => response.status)).toEqual(answers.map(() => 503));
  for (const { response } of answers) {
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "database_unavailable" });
  }
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(MOST_MS);
  expect((await send(0)).status).toBe(202);
  expect(await web.test.ctx.db.batch.count({ where: { laneId } })).toBe(2);
});

it("gives no connection back inside an open transaction: what is refused leaves nothing, what is told is kept", async () => {
  const { serviceId, laneId, batchId } = await makeStanding(web.test.ctx.db, "unresolved");
  const act = (body: object) =>
    ask(
      web.routes.laneActions,
      `POST /api/v1/lanes/${serviceId}/actions`,
      { token: admin.token, body },
      { serviceId },
    );
  await locker.query("BEGIN");
  await locker.query("SELECT FROM lane WHERE id = $1 FOR UPDATE", [laneId]);
  const storm = Promise.all(Array.from({ length: REQUESTS }, () => act({ action: "hold", reason: "full" })));
  // longer than Prisma waits for a transaction, so that those it has given up come to a connection later
  await sleep(2_200);
  await locker.query("ROLLBACK");
  const statuses = (await storm).map(({ status }) => status);
  expect(statuses).toContain(503);
  expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  await vi.waitFor(async () => {
    expect((await connections()).map(({ state }) => state).filter((state) => state !== "idle")).toEqual([]);
  }, MOST_MS);
  const held = statuses.filter((status) => status === 200).length;
  const audits = () => web.test.ctx.db.audit.count({ where: { target: serviceId } });
  expect(await audits()).toBe(held);
  expect(
    (await act({ action: "resolve", as: "Committed", batchId: "bid-none", reason: "none" })).status,
  ).toBe(404);
  const skip = { action: "skip", batchId, reason: "after it" };
  expect((await act({ ...skip, even_if_it_may_still_apply: true })).status).toBe(200);
  expect(await audits()).toBe(held + 1);
  expect((await connections()).every(({ state }) => state === "idle")).toBe(true);
});
