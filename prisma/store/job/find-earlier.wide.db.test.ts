import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobState } from "../../../core/job/states.ts";
import { execute } from "../../../scripts/db/database.ts";
import { makeBatch } from "../../../tests/factories/make-batch.ts";
import { type MadeCollection, makeCollection } from "../../../tests/factories/make-collection.ts";
import { makeJob } from "../../../tests/factories/make-job.ts";
import { makeObject } from "../../../tests/factories/make-object.ts";
import { type TestContext, testContext } from "../../../tests/factories/test-context.ts";
import { connect, type Db } from "../../client.ts";
import type { Prisma } from "../../generated/client.ts";
import { findEarlier } from "./earlier.ts";

let test: TestContext;
let db: Db;
let maps: MadeCollection;

beforeAll(async () => {
  test = await testContext();
  // statistics are made when the tests say so, not when a daemon runs and finds the table as small as it was
  for (const table of ["job", "batch"])
    await execute(test.ownerUrl, `ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  // on one connection, so that what a look-up read can be counted
  db = connect(test.url, { max: 1, name: "test" });
  maps = await makeCollection(db, { slug: "maps", settings: { owner: "ark:/99999/owner-maps" } });
});

afterAll(async () => {
  await db.$disconnect();
  await test.end();
});

type Names = { readonly suppliedArk?: string; readonly localIds?: string[] };

async function look(jobId: string, { suppliedArk, localIds }: Names, space: "with space" | "without space") {
  const names = {
    jobId,
    collectionId: maps.id,
    owner: "ark:/99999/owner-maps",
    suppliedArk: suppliedArk ?? null,
    localIds: localIds ?? [],
  };
  return findEarlier(db, names, space);
}

/** Two jobs in two batches of the lane; returns whether the later one waits for the earlier, and the reverse. */
async function waits(
  earlier: Partial<Prisma.JobUncheckedCreateInput>,
  later: Names,
  space: "with space" | "without space" = "without space",
) {
  const first = await makeJob(db, await makeBatch(db, maps), "Pending", earlier);
  const second = await makeJob(db, await makeBatch(db, maps), "Pending", later);
  const found = await look(second, later, space);
  await db.job.updateMany({ where: { id: { in: [first, second] } }, data: { state: "Completed" } });
  return found?.id === first;
}

describe("findEarlier", () => {
  it.each<[string, Partial<Prisma.JobUncheckedCreateInput>, Names, boolean]>([
    ["a shared local id", { localIds: ["x", "b"] }, { localIds: ["a", "b"] }, true],
    ["no shared local id", { localIds: ["x"] }, { localIds: ["y"] }, false],
    ["a local id in another case", { localIds: ["X"] }, { localIds: ["x"] }, false],
    ["the same ARK", { suppliedArk: "ark:/99999/fk4same" }, { suppliedArk: "ark:/99999/fk4same" }, true],
    ["another ARK", { suppliedArk: "ark:/99999/fk4same" }, { suppliedArk: "ark:/99999/fk4other" }, false],
    ["an ARK it resolved", { ark: "ark:/99999/fk4res" }, { suppliedArk: "ark:/99999/fk4res" }, true],
    ["nothing", { localIds: [] }, {}, false],
  ])("by %s", async (_, earlier, later, expected) => {
    expect(await waits(earlier, later)).toBe(expected);
  });

  it("by any name the object is known by", async () => {
    const ark = "ark:/99999/fk4known";
    await makeObject(db, maps, { ark, localIds: ["known-1", "known-2"] });
    expect(await waits({ localIds: ["known-1"] }, { localIds: ["known-2"] })).toBe(true);
    expect(await waits({ localIds: ["known-1"] }, { suppliedArk: ark })).toBe(true);
    expect(await waits({ suppliedArk: ark }, { localIds: ["known-2"] })).toBe(true);
    expect(await waits({ ark }, { localIds: ["known-2"] })).toBe(true);
  });

  it.each<[JobState, bigint, "with space" | "without space" | "neither"]>([
    ["Pending", 0n, "without space"],
    ["Held", 0n, "without space"],
    ["Estimating", 0n, "without space"],
    ["Provisioning", 0n, "without space"],
    ["Downloading", 0n, "without space"],
    ["Downloading", 1n, "with space"],
    ["Processing", 1n, "with space"],
    ["Recording", 1n, "with space"],
    ["Notify", 0n, "with space"],
    ["Completed", 0n, "neither"],
    ["Failed", 1n, "neither"],
    ["Deleted", 0n, "neither"],
  ])("one in %s with %i bytes kept is waited for %s", async (state, spaceReserved, kind) => {
    const of = (space: "with space" | "without space") =>
      waits({ state, spaceReserved, localIds: ["s"] }, { localIds: ["s"] }, space);
    expect([await of("with space"), await of("without space")]).toEqual([
      kind === "with space",
      kind === "without space",
    ]);
  });

  it("in one batch by place, never for a later one", async () => {
    const batchId = await makeBatch(db, maps);
    const first = await makeJob(db, batchId, "Pending", { localIds: ["r"] });
    const second = await makeJob(db, batchId, "Pending", { localIds: ["r"] });
    expect(await look(first, { localIds: ["r"] }, "without space")).toBeUndefined();
    expect(await look(second, { localIds: ["r"] }, "without space")).toEqual({
      id: first,
      state: "Pending",
      isForeign: false,
    });
  });

  it("not in another lane, nor of another owner in the same lane", async () => {
    const films = await makeCollection(db, { settings: { owner: "ark:/99999/owner-maps" } });
    await makeJob(db, await makeBatch(db, films), "Pending", { localIds: ["foreign"] });
    const others = await makeCollection(db, { settings: { owner: "ark:/99999/owner-other" } });
    await makeJob(db, await makeBatch(db, { ...others, laneId: maps.laneId }), "Pending", {
      localIds: ["foreign"],
    });
    const job = await makeJob(db, await makeBatch(db, maps), "Pending", { localIds: ["foreign"] });
    expect(await look(job, { localIds: ["foreign"] }, "without space")).toBeUndefined();
  });

  it("not for another collection's deposits in the same lane, save by a local id they share", async () => {
    const shared = await makeCollection(db, { settings: { owner: "ark:/99999/owner-maps" } });
    const others = await makeCollection(db);
    const ark = "ark:/99999/fk4ours";
    for (const foreign of [shared, others]) {
      const batchId = await makeBatch(db, { ...foreign, laneId: maps.laneId });
      for (const state of ["Pending", "Held", "Processing"] as const)
        await makeJob(db, batchId, state, { suppliedArk: ark, localIds: foreign === others ? ["ours"] : [] });
    }
    const making = { expandedAt: null, submitted: true };
    const made = await makeBatch(db, { ...others, laneId: maps.laneId }, "Processing", making);
    const names = { suppliedArk: ark, localIds: ["ours"] };
    const job = await makeJob(db, await makeBatch(db, maps), "Processing", names);
    expect([await look(job, names, "without space"), await look(job, names, "with space")]).toEqual([
      undefined,
      undefined,
    ]);
    await db.batch.update({ where: { id: made }, data: { state: "Completed" } });
    const byId = await makeBatch(db, { ...shared, laneId: maps.laneId });
    const first = await makeJob(db, byId, "Pending", { localIds: ["ours-2"] });
    const last = await makeJob(db, await makeBatch(db, maps), "Pending", { localIds: ["ours-2"] });
    expect(await look(last, { localIds: ["ours-2"] }, "without space")).toEqual({
      id: first,
      state: "Pending",
      isForeign: true,
    });
  });

  it("not for a job that has its object", async () => {
    const first = await makeJob(db, await makeBatch(db, maps), "Processing", { localIds: ["mine"] });
    const second = await makeJob(db, await makeBatch(db, maps), "Processing", { localIds: ["mine"] });
    expect(await look(second, { localIds: ["mine"] }, "with space")).toEqual({
      id: first,
      state: "Processing",
      isForeign: false,
    });
    const objectId = await makeObject(db, maps, { localIds: ["mine"] });
    await db.storedObject.update({ where: { id: objectId }, data: { busyJobId: second } });
    expect(await look(second, { localIds: ["mine"] }, "with space")).toBeUndefined();
  });

  it("a batch whose jobs are being made, before working storage is taken", async () => {
    const collection = await makeCollection(db, { settings: { owner: "ark:/99999/owner-maps" } });
    const early = await makeBatch(db, collection, "Processing", { expandedAt: null, submitted: true });
    const job = await makeJob(db, await makeBatch(db, collection), "Pending", { localIds: ["any"] });
    expect(await look(job, { localIds: ["any"] }, "without space")).toEqual({
      id: early,
      state: null,
      isForeign: true,
    });
    expect(await look(job, { localIds: ["any"] }, "with space")).toBeUndefined();
    expect(await look(job, {}, "without space")).toBeUndefined();
  });
});

describe("among 100,000 open jobs of one batch, each with a local id of its own, after 20,000 batches", () => {
  const JOBS = 100_000;
  /** Longer than a session keeps its counts to itself. Source: PostgreSQL, pgstat.c, PGSTAT_MIN_INTERVAL. */
  const COUNTED_MS = 1_200;
  let large: MadeCollection;

  beforeAll(async () => {
    large = await makeCollection(db, { slug: "large", settings: { owner: "ark:/99999/owner-maps" } });
    const many = 20_000;
    await execute(
      test.url,
      `INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, state, submitter, kind, deposit,
          payload_filename, payload_size, payload_sha256, expanded_at)
        SELECT 'done-' || n, '${large.id}', '${large.profileVersionId}', '${large.laneId}', n, 'Completed', 'x',
          'SingleFile', '{}', 'x', 1, 'x', now() FROM generate_series(1, ${many}) AS n;
      UPDATE lane SET next_seq = ${many} + 1 WHERE id = '${large.laneId}'`,
    );
    const batchId = await makeBatch(db, large);
    await execute(
      test.url,
      `INSERT INTO job (id, batch_id, ordinal, payload, filename, priority, submitter, local_ids, supplied_ark)
        SELECT 'big-' || n, '${batchId}', n, 'file', 'x', 50, 'x', ARRAY['big-' || n],
          CASE WHEN n % 2 = 0 THEN 'ark:/99999/big' || n END
        FROM generate_series(1, ${JOBS}) AS n`,
    );
    // plans this connection cached were made when the tables were small; in production the daemon's ANALYZE invalidates
    // them
    await db.$disconnect();
    db = connect(test.url, { max: 1, name: "test" });
    await untilCounted();
  }, 120_000);

  /** What the rows above read, for their foreign keys, is counted shortly after they are inserted. */
  async function untilCounted(): Promise<void> {
    for (let last = -1; ; await sleep(COUNTED_MS)) {
      const now = await rowsRead();
      if (now === last && now >= JOBS) return;
      last = now;
    }
  }

  async function rowsRead(): Promise<number> {
    await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
    const [row] = await db.$queryRaw<{ rows: bigint }[]>`
      SELECT sum(seq_tup_read + COALESCE(idx_tup_fetch, 0))::bigint AS rows FROM pg_stat_user_tables
      WHERE relname IN ('batch', 'job', 'stored_object', 'local_id')`;
    return Number(row?.rows ?? 0n);
  }

  it.each([
    ["before the statistics are made", undefined],
    ["when only the sizes of the tables are known", "VACUUM"],
    ["after the statistics are made", "ANALYZE"],
  ])("a look reads little, %s", async (_, statement) => {
    if (statement) await execute(test.ownerUrl, statement);
    for (const space of ["with space", "without space"] as const) {
      const names = { localIds: ["big-77777"], suppliedArk: "ark:/99999/big77778" };
      // a prepared statement may get another plan after it has run five times
      for (let time = 1; time <= 8; time += 1) {
        const before = await rowsRead();
        const earlier = await look("big-77779", names, space);
        expect((await rowsRead()) - before).toBeLessThan(200);
        expect(earlier === undefined).toBe(space === "with space");
      }
    }
  });
});
