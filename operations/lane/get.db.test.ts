import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../core/access/roles.ts";
import { LaneQuery } from "../../core/contracts/lane-requests.ts";
import { type LaneScene, makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { getLane } from "./get.ts";
import { listLanes } from "./list.ts";

const LATER = new Date("2200-01-01");
let test: TestContext;
let viewer: Actor;
let busy: LaneScene;
let ids: Record<"done" | "open" | "next" | "last", string>;

beforeAll(async () => {
  test = await testContext();
  const { db } = test.ctx;
  viewer = await makePerson(db, "viewer");
  await db.instance.createMany({
    data: [
      { id: "host-1", name: "host", seenAt: LATER },
      { id: "gone-1", name: "gone", seenAt: LATER, leftAt: new Date() },
      { id: "dead-1", name: "dead", seenAt: new Date(Date.now() - 16_000) },
    ],
  });
  busy = await makeLaneScene(db, {
    serviceId: "01234-ABCDE::gsAA",
    backend: "scabbard",
    ledger: "main",
    leaseOwner: "host-1",
    leaseUntil: LATER,
    leaseLast: LATER,
    fence: 7n,
    settings: { tries: 3 },
  });
  ids = {
    done: await busy.add("Completed", { submitted: true, submissionStatus: "Committed" }),
    open: await busy.add("Processing", {
      submitted: true,
      submissionStatus: "Pending",
      acceptedAt: new Date("2026-01-31T14:32:05Z"),
      ledgerMessage: "<b>queued</b>",
    }),
    next: await busy.add("Pending"),
    last: await busy.add("Pending", { deposit: {}, payloadFilename: "0a.batch" }),
  };
  const begunAt = new Date("2026-01-31T14:32:00.000Z");
  await busy.attempt(ids.done, {
    begunAt,
    answeredAt: new Date("2026-01-31T14:32:00.250Z"),
    outcome: "busy",
    httpStatus: 429,
    ledgerCode: "31",
    message: "<script>The queue is full",
    lateAnswer: { outcome: "accepted", message: null },
    fence: 6n,
  });
  await busy.attempt(ids.open, { begunAt, outcome: "accepted", httpStatus: 202, answeredAt: begunAt });
});

afterAll(() => test.end());

const lanesOf = async (actor: Actor, query: object = {}) => {
  const { items, next } = await listLanes(test.as(actor), LaneQuery.parse({ limit: 200, ...query }));
  return { ids: items.map(({ serviceId }) => serviceId), items, next };
};

describe("one lane", () => {
  it("is shown with its line, its claim and what was tried, in the ledger's own words", async () => {
    const lane = await getLane(test.as(viewer), busy.serviceId);
    expect(lane).toMatchObject({
      serviceId: "01234-ABCDE::gsAA",
      backend: "scabbard",
      ledger: "main",
      collections: [busy.collection.slug],
      depth: 2,
      depthIsMore: false,
      open: 1,
      head: { id: ids.open },
      why: { cause: "stuck" },
      alarm: {
        kind: "stuck_pending",
        batches: 1,
        since: "2026-01-31T15:02:05.000Z",
        sentence:
          "The ledger has kept a batch Pending for longer than 30 min, accepted at 2026-01-31 14:32:05 UTC.",
        pieces: [
          "The ledger has kept a batch Pending for longer than 30 min, accepted at ",
          { at: "2026-01-31T14:32:05.000Z", text: "2026-01-31 14:32:05 UTC" },
          ".",
        ],
      },
      claim: { instance: "host-1", fence: "7", expiresAt: LATER.toISOString() },
      held: null,
      halted: null,
      settings: { tries: 3, delayWindowMs: 15_000 },
      openBatches: [
        {
          id: ids.open,
          laneSeq: "2",
          title: "A map",
          status: "Pending",
          acceptedAt: "2026-01-31T14:32:05.000Z",
          message: "<b>queued</b>",
          ledgerId: `ledger-${ids.open}`,
          call: null,
          may: { ask: false, resend: false, resolve: false, skip: false },
        },
      ],
      waiting: [
        { id: ids.next, laneSeq: "3", status: null },
        { id: ids.last, title: null, filename: "0a.batch" },
      ],
      done: [{ id: ids.done, status: "Committed" }],
      instances: [{ id: "host-1", name: "host" }],
      maySteer: false,
    });
    expect(lane.claim?.leftMs).toBeGreaterThan(15_000);
    expect(lane.attempts).toMatchObject([
      { batchId: ids.open, outcome: "accepted", httpStatus: 202, durationMs: 0, lateAnswer: null },
      {
        batchId: ids.done,
        outcome: "busy",
        httpStatus: 429,
        ledgerCode: "31",
        message: "<script>The queue is full",
        durationMs: 250,
        instance: "host-1",
        fence: "6",
        lateAnswer: { outcome: "accepted", message: null },
      },
    ]);
  });

  it("offers an operator what can be done about each batch", async () => {
    const operator = test.as(await makePerson(test.ctx.db, "operator"));
    const scene = await makeLaneScene(test.ctx.db, { backend: "sawtooth", ordering: "unordered", width: 3 });
    const called = await scene.add("Processing", { submissionStatus: "Unknown" });
    await scene.attempt(called);
    await scene.add("Processing", { submissionStatus: "Unknown" });
    await scene.add("Processing", { submitted: true, submissionStatus: "Pending" });
    await scene.add("Pending");
    const { openBatches, waiting, maySteer } = await getLane(operator, scene.serviceId);
    expect(
      [...openBatches, ...waiting].map(({ may }) => Object.keys(may).filter((act) => may[act as "ask"])),
    ).toEqual([["ask"], ["ask", "resend", "resolve", "skip"], ["ask", "skip"], ["skip"]]);
    expect(openBatches[0]?.call).toMatchObject({ settlesAt: expect.any(String) });
    expect(maySteer).toBe(true);
  });

  it("counts the jobs of a repository's head", async () => {
    const { db } = test.ctx;
    const collection = await makeCollection(db);
    const batchId = await makeBatch(db, collection, "Processing", {
      submitted: true,
      submissionStatus: "Pending",
    });
    for (const state of ["Completed", "Failed", "Downloading"] as const) await makeJob(db, batchId, state);
    const lane = await getLane(test.as(viewer), `lane-${collection.slug}`);
    expect(lane.why).toMatchObject({
      cause: "jobs",
      sentence: "The jobs of the first batch are running: 2 of 3 have ended.",
    });
    expect([lane.settings.tries, lane.claim, lane.ledger]).toEqual([10, null, null]);
  });

  it("says that several are open at once, and puts the one that needs a person first", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    await scene.add("Processing", { submitted: true, submissionStatus: "Pending" });
    const unresolved = await scene.add("Processing", { submissionStatus: "Unknown", unresolved: true });
    const lane = await getLane(test.as(viewer), scene.serviceId);
    expect(lane).toMatchObject({ open: 2, head: { id: unresolved }, why: { cause: "several_open" } });
    expect(lane.alarm).toMatchObject({ kind: "several_open", batches: 2 });
    expect((await lanesOf(viewer, { q: scene.serviceId, alarm: "true" })).ids).toEqual([scene.serviceId]);
  });

  it("shows a depositor the batches of granted collections only, and counts the others", async () => {
    const { db } = test.ctx;
    const [mine, theirs] = [await makeCollection(db), await makeCollection(db)];
    await db.collection.update({ where: { id: theirs.id }, data: { laneId: mine.laneId } });
    await makeBatch(db, { ...theirs, laneId: mine.laneId }, "Pending");
    const own = await makeBatch(db, mine, "Pending");
    const lane = await getLane(test.as(await makePerson(db, "depositor", [mine])), `lane-${mine.slug}`);
    expect(lane).toMatchObject({ collections: [mine.slug], depth: 2, head: null, why: { cause: "others" } });
    expect(lane.waiting.map(({ id }) => id)).toEqual([own]);
  });
});

describe("the list of lanes", () => {
  it("goes by service id, page by page", async () => {
    const all = (await lanesOf(viewer)).ids;
    expect(all.length).toBeGreaterThan(4);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await lanesOf(viewer, { limit: 2, cursor });
      seen.push(...page.ids);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("finds a part of a service id, in any case, and takes % for itself", async () => {
    expect((await lanesOf(viewer, { q: "abcde::GS" })).ids).toEqual(["01234-ABCDE::gsAA"]);
    expect((await lanesOf(viewer, { q: "%" })).ids).toEqual([]);
  });

  it("has the depth, the head, the sentence and the claim of each", async () => {
    const [lane] = (await lanesOf(viewer, { q: "01234-ABCDE" })).items;
    expect(lane).toMatchObject({
      depth: 2,
      open: 1,
      head: { id: ids.open, status: "Pending" },
      why: { cause: "stuck" },
      claim: { instance: "host-1" },
    });
  });

  it("counts what waits up to 1,000", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    await test.ctx.db.$executeRaw`
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter, kind, deposit,
        payload_filename, payload_size, payload_sha256)
      SELECT 'many-' || n, ${scene.collection.id}, ${scene.collection.profileVersionId}, ${scene.laneId}, n, 'test',
        'SingleFile', '{}', 'a', 1, '0'
      FROM generate_series(1, 1001) AS n`;
    const [lane] = (await lanesOf(viewer, { q: scene.serviceId })).items;
    expect([lane?.depth, lane?.depthIsMore]).toEqual([1_000, true]);
    await test.ctx.db.batch.deleteMany({ where: { id: "many-1001" } });
    const [fewer] = (await lanesOf(viewer, { q: scene.serviceId })).items;
    expect([fewer?.depth, fewer?.depthIsMore]).toEqual([1_000, false]);
  });

  it("has for a depositor the lanes of granted collections", async () => {
    const { db } = test.ctx;
    expect((await lanesOf(await makePerson(db, "depositor", [busy.collection]))).ids).toEqual([
      busy.serviceId,
    ]);
    expect((await lanesOf(await makePerson(db, "depositor"))).ids).toEqual([]);
  });

  it("says when no worker runs", async () => {
    const { db } = test.ctx;
    await db.instance.update({ where: { id: "host-1" }, data: { leftAt: new Date() } });
    const [lane] = (await lanesOf(viewer, { q: "01234-ABCDE" })).items;
    expect(lane?.why.cause).toBe("no_worker");
    await db.instance.update({ where: { id: "host-1" }, data: { leftAt: null } });
  });
});
