import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { connect as connectClient } from "../../scripts/db/connect.ts";
import { execute, siblingUrl } from "../../scripts/db/database.ts";
import { deploy } from "../../scripts/db/deploy.ts";
import { readMigrations } from "../../scripts/db/migrations.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { listBatchRows } from "./batch/read.ts";
import { recordFacts } from "./job/facts.ts";
import { listJobRows } from "./job/list.ts";
import { JOB_ORDERS } from "./job/order.ts";

let test: TestContext;
let collection: MadeCollection;
beforeAll(async () => {
  test = await testContext();
  collection = await makeCollection(test.ctx.db);
});
afterAll(() => test.end());

const batches = async (q: string) =>
  (await listBatchRows(test.ctx.db, { reach: "all", q, limit: 50 })).map(({ id }) => id);
const jobs = async (q: string) =>
  (await listJobRows(test.ctx.db, { reach: "all", q, order: JOB_ORDERS.byBatch, limit: 50 })).map(
    ({ id }) => id,
  );

describe("a search", () => {
  it("finds a batch by what it says from then on", async () => {
    const { db } = test.ctx;
    const id = await makeBatch(db, collection, "Processing", { deposit: { title: "Tidal  charts" } });
    expect(await batches("tidal")).toEqual([id]);
    await db.batch.update({ where: { id }, data: { deposit: { title: "Harbour charts" } } });
    expect(await batches("tidal")).toEqual([]);
    expect(await batches("harbour")).toEqual([id]);
  });

  it("finds a job by what its files say of it, once they are read", async () => {
    const { db } = test.ctx;
    const id = await makeJob(db, await makeBatch(db, collection), "Processing", { title: "Untitled sheet" });
    expect(await jobs("untitled SHEET")).toEqual([id]);
    const facts = {
      creator: null,
      title: "Ordnance survey",
      date: null,
      localIds: ["os-1", "os-2"],
      suppliedArk: null,
    };
    await recordFacts(db, { id, fence: 0n }, facts);
    expect(await jobs("untitled sheet")).toEqual([]);
    expect(await jobs("nance surv")).toEqual([id]);
    expect(await jobs("OS-1 os-2")).toEqual([id]);
  });

  it("finds nothing over the end of one text and the beginning of the next", async () => {
    const { db } = test.ctx;
    const texts = { filename: "first.tif", title: "second" };
    const id = await makeJob(db, await makeBatch(db, collection), "Processing", texts);
    expect(await jobs("first.tif")).toEqual([id]);
    expect(await jobs("tif second")).toEqual([]);
    expect(await jobs("tifsecond")).toEqual([]);
  });

  it.each(["%", "_", "\\", "a%b", "100%", "ж", "жж", "日本", "-", "a-", "ab"])(
    "finds %j where it stands, though an index of trigrams has nothing of it",
    async (q) => {
      const { db } = test.ctx;
      const batchId = await makeBatch(db, collection, "Processing", { payloadFilename: `q${q}q.zip` });
      expect(await batches(`q${q}q`)).toEqual([batchId]);
      const id = await makeJob(db, batchId, "Processing", { title: `q${q}q` });
      expect(await jobs(`q${q}q`)).toEqual([id]);
      await db.job.update({ where: { id }, data: { title: "done" } });
    },
  );
});

describe("texts from before", () => {
  const name = `t_${randomBytes(8).toString("hex")}`;
  const owner = `${name}_owner`;
  const url = () => siblingUrl(inject("postgres"), name);
  const ask = async (statement: string) => {
    const client = await connectClient(url());
    const { rows } = await client.query(statement).finally(() => client.end());
    return rows;
  };
  beforeAll(async () => {
    await execute(inject("postgres"), `CREATE ROLE ${owner} LOGIN PASSWORD 'secret'`);
    await execute(inject("postgres"), `CREATE DATABASE ${name}`);
    await execute(inject("postgres"), `GRANT CREATE ON DATABASE ${name} TO ${owner}`);
    await execute(url(), `ALTER SCHEMA public OWNER TO ${owner}`);
  });
  afterAll(async () => {
    await execute(inject("postgres"), `DROP DATABASE ${name} WITH (FORCE)`);
    await execute(inject("postgres"), `DROP ROLE ${owner}`);
  });

  it("are kept, by a role that may not create the extension too", async () => {
    const as = new URL(url());
    [as.username, as.password] = [owner, "secret"];
    const migrations = await readMigrations();
    const at = migrations.findIndex((one) => one.name.endsWith("_add_searched_texts"));
    await deploy(as.href, migrations.slice(0, at));
    await execute(
      as.href,
      `INSERT INTO lane (id, service_id) VALUES ('l', 'l');
      INSERT INTO collection (id, slug, name, lane_id) VALUES ('c', 'c', 'c', 'l');
      INSERT INTO profile_version (id, collection_id, version, settings, created_by) VALUES ('p', 'c', 1, '{}', 'x');
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter, kind, deposit, payload_filename,
        payload_size, payload_sha256) VALUES ('b', 'c', 'p', 'l', 1, 'Ada', 'SingleFile', '{"title": "Maps"}', 'map.tif', 1, 'x');
      INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter, local_ids)
        VALUES ('j', 'b', 1, 'file', 'map.tif', 50, 'Ada', '{m1,m2}')`,
    );
    await execute(inject("postgres"), `REVOKE CREATE ON DATABASE ${name} FROM ${owner}`);
    await deploy(as.href, migrations);
    expect(await ask("SELECT text FROM batch_text")).toEqual([{ text: "map.tif\nMaps\nAda" }]);
    expect(await ask("SELECT text FROM job_text")).toEqual([{ text: "map.tif\nAda\nm1 m2" }]);
    expect(await ask("SELECT FROM pg_extension WHERE extname = 'pg_trgm'")).toEqual([]);
    expect(await ask("SELECT FROM pg_class WHERE relname LIKE '%trgm%'")).toEqual([]);
  });
});
