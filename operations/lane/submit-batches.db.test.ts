import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBatchList } from "../../adapters/ledger/batch-list.ts";
import { makeLaneScene } from "../../tests/factories/lane-scene.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { makeBatches, makeBatchList, type Signed } from "../../tests/fixtures/ledger/sign.ts";
import { findForDeposit } from "../collection/find-for-deposit.ts";
import { listCollections } from "../collection/list.ts";
import type { Context } from "../context.ts";
import { readStatuses } from "./read-statuses.ts";
import { submitBatches } from "./submit-batches.ts";

let test: TestContext;
let client: Context;
beforeAll(async () => {
  test = await testContext();
  client = test.as(await makePerson(test.ctx.db, "operator"));
});
afterAll(() => test.end());

const submit = (serviceId: string, batches: readonly Signed[], ctx = client) =>
  submitBatches(ctx, { serviceId, userAgent: "curl", read: () => readBatchList(makeBatchList(batches)) });

const places = async (laneId: string) =>
  test.ctx.db.batch.findMany({
    where: { laneId },
    orderBy: { laneSeq: "asc" },
    include: { ledgerBatch: true },
  });

describe("signed batches", () => {
  it("that come in one list are numbered by their ids, ascending, and answered in the list's order", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    const batches = makeBatches("numbered", 4);
    const { batches: answer } = await submit(serviceId, batches);
    expect(answer.map(({ ledgerId }) => ledgerId)).toEqual(batches.map(({ id }) => id));
    const rows = await places(laneId);
    expect(rows.map(({ ledgerBatch }) => ledgerBatch?.ledgerId)).toEqual(batches.map(({ id }) => id).sort());
    expect(rows.map(({ state, submitted, kind }) => [state, submitted, kind])).toEqual(
      batches.map(() => ["Pending", false, "LedgerBatch"]),
    );
  });

  it("make their lane due, in the transaction that accepts them", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    await test.ctx.db.lane.update({ where: { id: laneId }, data: { dueAt: null } });
    await submit(serviceId, makeBatches("due", 1));
    const lane = await test.ctx.db.lane.findUniqueOrThrow({ where: { id: laneId } });
    expect(lane.dueAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(lane.nextSeq).toBe(2n);
  });

  it("are kept as they came: a BatchList of the one batch, byte for byte", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    const [one] = makeBatches("bytes", 1);
    if (!one) throw new Error("no batch");
    await submit(serviceId, [one]);
    const [row] = await places(laneId);
    expect(Buffer.from(row?.ledgerBatch?.body ?? [])).toEqual(Buffer.from(makeBatchList([one])));
  });

  it("that the lane has already answer the batch it has, alone or among new ones, also at the same time", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    const batches = makeBatches("again", 3);
    const [first] = (await submit(serviceId, batches.slice(0, 1))).batches;
    const { batches: all } = await submit(serviceId, batches);
    expect(all.map(({ repeated }) => repeated)).toEqual([true, false, false]);
    expect(all[0]?.batchId).toBe(first?.batchId);
    await Promise.all([1, 2, 3].map(() => submit(serviceId, batches)));
    expect(await places(laneId)).toHaveLength(3);
  });

  it("that come several times at once are taken once, each list as a whole", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    const batches = makeBatches("at once", 6);
    const lists = [batches.slice(0, 4), batches.slice(2), batches, batches.slice(1, 5)];
    const answers = await Promise.all(lists.map((list) => submit(serviceId, list)));
    const rows = await places(laneId);
    expect(rows.map(({ laneSeq }) => Number(laneSeq))).toEqual([1, 2, 3, 4, 5, 6]);
    const idOf = new Map(rows.map(({ id, ledgerBatch }) => [ledgerBatch?.ledgerId, id]));
    for (const answer of answers)
      for (const { batchId, ledgerId } of answer.batches) expect(batchId).toBe(idOf.get(ledgerId));
    const isNew = answers.flatMap((answer) => answer.batches).filter(({ repeated }) => !repeated);
    expect(isNew).toHaveLength(6);
  });

  it.each([
    ["an unknown lane", "nowhere", "unknown_lane"],
    ["a lane of the repository", "repository", "not_a_ledger_lane"],
  ])("are refused by %s", async (_, where, code) => {
    const collection = await makeCollection(test.ctx.db);
    const lane = await test.ctx.db.lane.findUniqueOrThrow({ where: { id: collection.laneId } });
    const serviceId = where === "repository" ? lane.serviceId : where;
    await expect(submit(serviceId, makeBatches("refused", 1))).rejects.toMatchObject({ code });
  });

  it("are all their collection takes: a deposit to it is refused, and the form does not offer it", async () => {
    const { collection } = await makeLaneScene(test.ctx.db);
    await expect(findForDeposit(client, collection.slug)).rejects.toMatchObject({
      code: "signed_batches_only",
    });
    const views = await listCollections(client);
    expect(views.find(({ slug }) => slug === collection.slug)).toMatchObject({ mayDeposit: false });
  });

  it("with a damaged one among them are refused as a whole", async () => {
    const { serviceId, laneId } = await makeLaneScene(test.ctx.db);
    const bytes = makeBatchList(makeBatches("damaged", 2));
    bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
    const read = () => readBatchList(bytes);
    await expect(submitBatches(client, { serviceId, userAgent: null, read })).rejects.toMatchObject({
      code: "batch_list_invalid",
    });
    expect(await places(laneId)).toEqual([]);
  });
});

describe("a client that asks", () => {
  const signal = new AbortController().signal;

  it("is told in its ledger's words: capitals on Sawtooth, Unknown for what is not there", async () => {
    for (const [backend, words] of [
      ["sawtooth", ["COMMITTED", "INVALID", "PENDING", "UNKNOWN"]],
      ["scabbard", ["Committed", "Invalid", "Pending", "Unknown"]],
    ] as const) {
      const scene = await makeLaneScene(test.ctx.db, { backend, ledger: "main" });
      const ids = [
        await scene.add("Completed", { submissionStatus: "Committed" }),
        await scene.add("Failed", { submissionStatus: "Rejected", ledgerMessage: "bad signature" }),
        await scene.add("Processing", { submissionStatus: "Delayed" }),
      ].map((id) => `ledger-${id}`);
      const request = { serviceId: scene.serviceId, ledgerIds: [...ids, "other"], waitMs: 0, signal };
      const told = await readStatuses(client, request);
      expect(told.map(({ status }) => status)).toEqual(words);
      expect(told[1]?.invalid_transactions).toMatchObject([{ message: "bad signature" }]);
      expect(told[0]?.invalid_transactions).toEqual([]);
    }
  });

  it("waits for an id nobody knows on scabbard, not on Sawtooth, as the ledgers do", async () => {
    const request = { ledgerIds: ["other"], signal };
    const sawtooth = await makeLaneScene(test.ctx.db);
    const told = await readStatuses(client, { ...request, serviceId: sawtooth.serviceId, waitMs: 600_000 });
    expect(told).toMatchObject([{ status: "UNKNOWN" }]);
    const scabbard = await makeLaneScene(test.ctx.db, { backend: "scabbard", ledger: "main" });
    const began = performance.now();
    await readStatuses(client, { ...request, serviceId: scabbard.serviceId, waitMs: 300 });
    expect(performance.now() - began).toBeGreaterThan(290);
  });

  it("may wait until all have ended", async () => {
    const scene = await makeLaneScene(test.ctx.db);
    const id = await scene.add("Processing", { submitted: true, submissionStatus: "Pending" });
    const ended = test.ctx.db.batch.update({ where: { id }, data: { submissionStatus: "Committed" } });
    const asking = readStatuses(client, {
      serviceId: scene.serviceId,
      ledgerIds: [`ledger-${id}`, "other"],
      waitMs: 20_000,
      signal,
    });
    await ended;
    expect(await asking).toMatchObject([{ status: "COMMITTED" }, { status: "UNKNOWN" }]);
  });
});
