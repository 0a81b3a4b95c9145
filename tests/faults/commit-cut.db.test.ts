import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeLaneScene } from "../factories/lane-scene.ts";
import { makeCollection } from "../factories/make-collection.ts";
import { makeBatches, makeBatchList } from "../fixtures/ledger/sign.ts";
import { isCommit, isSignedAccept, postgresStatements } from "../servers/fault-proxy/postgres-statements.ts";
import { type FaultProxy, startFaultProxy } from "../servers/fault-proxy/start.ts";
import { type Client, openWeb, post, type Web } from "./web.ts";

vi.mock("server-only", () => ({}));

/** F14: the connection to PostgreSQL is cut once COMMIT was sent (`after`: it was done) and no answer came. */
const CUTS = [
  ["after", 1],
  ["before", 0],
] as const;

let web: Web;
let proxy: FaultProxy;
let admin: Client;

beforeAll(async () => {
  web = await openWeb(async (url) => {
    proxy = await startFaultProxy({
      targetPort: Number(new URL(url).port),
      readRequests: () => postgresStatements(),
    });
    return { DATABASE_URL: proxy.urlOf(url) };
  });
  admin = await web.makeAdmin();
  // the first upload of all also enters its storage into the database, in a transaction of its own
  const { slug } = await makeCollection(web.test.ctx.db);
  await web.routes.batches.POST(
    post(admin.token, `/api/v1/batches?collection=${slug}&filename=first.txt`, "first"),
    undefined,
  );
});

afterAll(async () => {
  await web?.end();
  await proxy?.close();
});

/** Cuts the next COMMIT, or statement that commits by itself, while `act` runs; and checks that it was cut as told. */
async function cutWhile<Result>(
  cut: "after" | "before",
  act: () => Promise<Result>,
  fits: (statement: string) => boolean = isCommit,
): Promise<Result> {
  const [cuts, swallowed] = [proxy.seen.cuts, proxy.seen.swallowedBytes];
  proxy.trap({ fits, cut });
  const result = await act();
  expect(proxy.seen.cuts - cuts).toBe(1);
  expect(proxy.seen.swallowedBytes > swallowed).toBe(cut === "after");
  return result;
}

it.each(CUTS)(
  "a deposit cut %s its commit: 503, and the same key finds or makes one batch",
  async (cut, kept) => {
    const { slug, id: collectionId } = await makeCollection(web.test.ctx.db);
    const key = { "idempotency-key": `commit-${cut}` };
    const send = () =>
      web.routes.batches.POST(
        post(admin.token, `/api/v1/batches?collection=${slug}&filename=a.txt`, "abc", key),
        undefined,
      );
    const rows = () => web.test.ctx.db.batch.findMany({ where: { collectionId } });
    const first = await cutWhile(cut, send);
    expect(first.status).toBe(503);
    expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await first.json()).toMatchObject({ code: "database_unavailable" });
    const before = await rows();
    expect(before).toHaveLength(kept);
    const again = await send();
    expect(again.status).toBe(202);
    const { batch } = (await again.json()) as { batch: { id: string } };
    const after = await rows();
    expect(after.map(({ id }) => id)).toEqual([batch.id]);
    if (kept === 1) expect(before[0]?.id).toBe(batch.id);
    expect(after[0]?.laneSeq).toBe(1n);
    expect(await web.test.ctx.db.event.count({ where: { batchId: batch.id } })).toBe(1);
  },
);

it.each(CUTS)(
  "signed batches cut %s their commit: the same bytes find or make one row each",
  async (cut, kept) => {
    const scene = await makeLaneScene(web.test.ctx.db);
    const list = makeBatchList(makeBatches(`commit cut ${cut}`, 3));
    const send = () =>
      web.routes.laneBatches.POST(post(admin.token, `/api/v1/lanes/${scene.serviceId}/batches`, list), {
        params: Promise.resolve({ serviceId: scene.serviceId }),
      });
    const rows = () =>
      web.test.ctx.db.batch.findMany({ where: { laneId: scene.laneId }, orderBy: { laneSeq: "asc" } });
    const first = await cutWhile(cut, send, isSignedAccept);
    expect(first.status).toBe(503);
    expect(await rows()).toHaveLength(3 * kept);
    const again = await send();
    expect(again.status).toBe(202);
    const { batches } = (await again.json()) as { batches: { batchId: string; repeated: boolean }[] };
    expect(batches.map(({ repeated }) => repeated)).toEqual(batches.map(() => kept === 1));
    const after = await rows();
    expect(after.map(({ laneSeq }) => laneSeq)).toEqual([1n, 2n, 3n]);
    expect(after.map(({ id }) => id).sort()).toEqual(batches.map(({ batchId }) => batchId).sort());
  },
);
