import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as requests from "../core/contracts/requests.ts";
import { connect, type Db } from "../prisma/client.ts";
import { execute } from "../scripts/db/database.ts";
import { type MadeCollection, makeCollection } from "../tests/factories/make-collection.ts";
import { makePerson } from "../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../tests/factories/test-context.ts";
import { listBatches } from "./batch/list.ts";
import type { Context } from "./context.ts";
import { listEvents } from "./event/list.ts";
import { listJobs } from "./job/list.ts";
import { listMails } from "./mail/list.ts";
import { listObjects } from "./object/list.ts";

const BATCHES = 20_000;
/** A batch of 20,001 jobs, far from the first page. */
const LARGE = "b10";
/** A page of 50 with everything it needs: the row after it, collections, counts. A table scan reads at least 20,000. */
const MOST_READ = 1_500;

let test: TestContext;
/** On one connection, so that what a verb read can be counted. */
let db: Db;
let big: MadeCollection;
let small: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  db = connect(test.url, { max: 1, name: "test" });
  big = await makeCollection(db, { slug: "big" });
  small = await makeCollection(db, { slug: "small" });
  await seed();
});

afterAll(async () => {
  await db.$disconnect();
  await test.end();
});

/** One batch a second with one job; every 2,000th is in the small collection, and the oldest 1,000 jobs have failed. */
async function seed(): Promise<void> {
  const each = `FROM generate_series(1, ${BATCHES}) AS n`;
  const home = (of: (collection: MadeCollection) => string) =>
    `CASE WHEN n % 2000 = 0 THEN '${of(small)}' ELSE '${of(big)}' END`;
  const at = "timestamptz '2026-01-01' + n * interval '1 second'";
  await execute(
    test.ownerUrl,
    `INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitter, kind, deposit,
        payload_filename, payload_size, payload_sha256, created_at)
      SELECT 'b' || n, ${home(({ id }) => id)}, ${home(({ profileVersionId }) => profileVersionId)},
        ${home(({ laneId }) => laneId)}, n, 'Completed', 'x', 'SingleFile', '{}', 'x', 1, 'x', ${at} ${each};
    INSERT INTO job (id, batch_id, ordinal, state, state_at, payload, filename, priority, submitter, created_at)
      SELECT 'j' || n, 'b' || n, 1, CASE WHEN n <= 1000 THEN 'Failed' ELSE 'Completed' END::job_state, ${at}, 'file', 'x', 50,
        'x', ${at} ${each};
    INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter)
      SELECT 'k' || n, '${LARGE}', n + 1, 'file', 'x', 50, 'x' ${each};
    INSERT INTO event (kind, batch_id, job_id, actor) SELECT 'job.moved', 'b' || n, 'j' || n, 'x' ${each};
    INSERT INTO stored_object (id, ark, owner, collection_id, version, updated_at)
      SELECT 'o' || n, 'ark:/' || n, 'x', ${home(({ id }) => id)}, 1, ${at} ${each};
    INSERT INTO outbox (id, kind, subject, payload, created_at)
      SELECT 'm' || n, 'mail', 'm' || n, '{"subject":"x","to":[]}', ${at} ${each};
    ANALYZE;`,
  );
}

/** Rows the connection has read so far, by scan or by index. */
async function rowsRead(): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [row] = await db.$queryRaw<{ rows: bigint }[]>`
    SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0))::bigint AS rows FROM pg_stat_user_tables
    WHERE relname IN ('batch', 'job', 'event', 'stored_object', 'outbox', 'local_id')`;
  return Number(row?.rows ?? 0n);
}

type Listing = (ctx: Context) => Promise<{ readonly items: readonly unknown[] }>;

const batches =
  (given: object): Listing =>
  (ctx) =>
    listBatches(ctx, requests.BatchQuery.parse(given));
const jobs =
  (given: object): Listing =>
  (ctx) =>
    listJobs(ctx, requests.JobQuery.parse(given));
const objects =
  (given: object): Listing =>
  (ctx) =>
    listObjects(ctx, requests.ObjectQuery.parse(given));
const events =
  (given: object): Listing =>
  (ctx) =>
    listEvents(ctx, requests.EventQuery.parse(given));
const mails =
  (given: object): Listing =>
  (ctx) =>
    listMails(ctx, requests.PageQuery.parse(given));
const middle = `${Date.UTC(2026, 0, 1, 2)}_`;

describe("a page of a long list reads little", () => {
  it.each<[string, Listing, "admin" | "depositor", number]>([
    ["batches", batches({}), "admin", 50],
    ["batches, from the middle", batches({ cursor: `${middle}b` }), "admin", 50],
    ["batches of a state", batches({ state: "Completed" }), "admin", 50],
    ["batches of a small collection", batches({ collection: "small" }), "admin", 10],
    ["batches of a depositor of the small collection", batches({}), "depositor", 10],
    ["jobs of a state that only old ones are in", jobs({ state: "Failed" }), "admin", 50],
    ["jobs of a small collection", jobs({ collection: "small" }), "admin", 10],
    ["jobs of a depositor of the small collection", jobs({}), "depositor", 10],
    ["jobs from the middle", jobs({ cursor: `${middle}b~0` }), "admin", 50],
    ["jobs of a large batch", jobs({ batch: LARGE }), "admin", 50],
    ["jobs of a large batch, from the middle", jobs({ batch: LARGE, cursor: "15000" }), "admin", 50],
    ["jobs of a large batch and state", jobs({ batch: LARGE, state: "Pending" }), "admin", 50],
    ["objects", objects({}), "admin", 50],
    ["objects from the middle", objects({ cursor: `${middle}o` }), "admin", 50],
    ["objects of a depositor of the small collection", objects({}), "depositor", 10],
    ["events", events({}), "admin", 50],
    ["events from the middle", events({ cursor: "10000" }), "admin", 50],
    ["events of a batch", events({ batch: "b17" }), "admin", 1],
    ["events of a depositor of the small collection", events({}), "depositor", 10],
    ["mails", mails({}), "admin", 50],
    ["mails from the middle", mails({ cursor: `${middle}m` }), "admin", 50],
  ])("%s", async (_, list, role, shown) => {
    const actor = await makePerson(db, role, role === "depositor" ? [small] : []);
    const before = await rowsRead();
    const { items } = await list({ ...test.ctx, db, actor });
    expect(items).toHaveLength(shown);
    expect((await rowsRead()) - before).toBeLessThan(MOST_READ);
  });
});
