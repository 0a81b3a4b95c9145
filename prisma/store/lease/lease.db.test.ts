import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LEASED } from "../../../core/leased.ts";
import { type Installation, makeInstallation } from "../../../tests/pipeline/installation.ts";
import { noteReceived } from "../file.ts";
import { IS_DUE, releaseLease, renewLeases, takeLease, takeNextLease } from "../lease.ts";
import { findFirstDue, listDue } from "./due.ts";

let installation: Installation;
let batchId: string;
let ordinal = 0;
beforeAll(async () => {
  installation = await makeInstallation();
  batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
});
afterAll(() => installation.end());

async function dueJob(facts: { readonly dueAt?: Date | null; readonly turnAt?: Date } = {}): Promise<string> {
  ordinal += 1;
  const id = `jid-${randomUUID()}`;
  const { dueAt = new Date(0), turnAt = new Date(0) } = facts;
  await installation.ctx.db.job.create({
    data: {
      id,
      batchId,
      ordinal,
      payload: "file",
      filename: "a",
      priority: 5,
      submitter: "t",
      dueAt,
      turnAt,
    },
  });
  return id;
}

const take = (id: string, leaseMs = 60_000, owner = "w") =>
  takeLease(installation.ctx.db, "job", { id, owner, leaseMs });

describe("leases", () => {
  it("go to one of many who ask at once, and raise the fence", async () => {
    const id = await dueJob();
    const leases = (await Promise.all(Array.from({ length: 8 }, () => take(id)))).filter(Boolean);
    expect(leases).toEqual([{ fence: 1n, kills: 0 }]);
  });

  it.each([
    ["not due for an hour", new Date(Date.now() + 3_600_000)],
    ["not due at all", null],
  ])("are refused for a row that is %s", async (_, dueAt) => {
    expect(await take(await dueJob({ dueAt }))).toBeUndefined();
  });

  it("that expire count as a kill and go to the next; the first holder can neither renew nor release", async () => {
    const { db } = installation.ctx;
    const id = await dueJob();
    const first = await take(id, 1, "dead");
    await sleep(20);
    expect(await take(id)).toEqual({ fence: 2n, kills: 1 });
    expect(await renewLeases(db, "job", [{ id, fence: first?.fence ?? 0n }], { leaseMs: 1000 })).toEqual({
      kept: new Set(),
      locked: [],
    });
    await releaseLease(db, "job", { id, fence: first?.fence ?? 0n, dueInMs: null });
    expect((await db.job.findUniqueOrThrow({ where: { id } })).leaseOwner).toBe("w");
  });

  it("that are given back are no kill, and the row is due when it was said", async () => {
    const { db } = installation.ctx;
    const id = await dueJob();
    const lease = await take(id);
    await releaseLease(db, "job", { id, fence: lease?.fence ?? 0n, dueInMs: 0 });
    expect(await take(id)).toEqual({ fence: 2n, kills: 0 });
    await releaseLease(db, "job", { id, fence: 2n, dueInMs: null });
    expect(await take(id)).toBeUndefined();
  });

  it("are there at once for what is due now, whichever way its time was rounded", async () => {
    const { db } = installation.ctx;
    const id = await dueJob();
    for (let fence = 1n; fence <= 300n; fence += 1n) {
      const [row] = await db.$queryRaw<{ taken: boolean }[]>`
        WITH due AS (UPDATE job SET due_at = clock_timestamp() WHERE id = ${id} RETURNING due_at)
        SELECT ${IS_DUE} AS taken FROM due`;
      expect([fence, row]).toEqual([fence, { taken: true }]);
    }
  });

  it("are renewed together, only those still held", async () => {
    const [a, b] = [await dueJob(), await dueJob()];
    await take(a, 500);
    await take(b, 500);
    const kept = await renewLeases(
      installation.ctx.db,
      "job",
      [
        { id: a, fence: 1n },
        { id: b, fence: 9n },
      ],
      { leaseMs: 60_000 },
    );
    expect(kept).toEqual({ kept: new Set([a]), locked: [] });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      "the lease is renewed",
      (id) => renewLeases(installation.ctx.db, "job", [{ id, fence: 1n }], { leaseMs: 60_000 }),
    ],
    [
      "bytes come",
      (id) => noteReceived(installation.ctx.db, { jobId: id, fence: 1n }, [{ ordinal: 0, bytes: 5 }]),
    ],
  ])("tell that a wait is over once %s", async (_, work) => {
    const { db } = installation.ctx;
    const id = await dueJob();
    await db.job.update({ where: { id }, data: { waitCode: "disk_full", waitReason: "The disk is full." } });
    await take(id);
    expect(await db.job.findUnique({ where: { id } })).toMatchObject({ waitCode: "disk_full" });
    await work(id);
    expect(await db.job.findUnique({ where: { id } })).toMatchObject({ waitCode: null, waitReason: null });
  });

  it.each([
    ["Processing", null],
    ["Held", "for a week"],
  ] as const)("of a batch that is %s, renewed, leave as its reason %s", async (state, left) => {
    const { db } = installation.ctx;
    await db.batch.update({
      where: { id: batchId },
      data: { state, waitReason: "for a week", dueAt: new Date(0) },
    });
    const lease = await takeLease(db, "batch", { id: batchId, owner: "w", leaseMs: 60_000 });
    await renewLeases(db, "batch", [{ id: batchId, fence: lease?.fence ?? 0n }], { leaseMs: 60_000 });
    expect(await db.batch.findUnique({ where: { id: batchId } })).toMatchObject({ waitReason: left });
    await releaseLease(db, "batch", { id: batchId, fence: lease?.fence ?? 0n, dueInMs: null });
  });

  it("of due rows nobody has are listed by their turn", async () => {
    const { db } = installation.ctx;
    await db.job.updateMany({ data: { dueAt: null } });
    const late = await dueJob({ turnAt: new Date(3000) });
    const second = await dueJob({ turnAt: new Date(2000) });
    const first = await dueJob({ turnAt: new Date(1000) });
    const taken = await dueJob();
    await take(taken);
    expect((await listDue(db, "job", 10)).map(({ id }) => id)).toEqual([first, second, late]);
    expect(await listDue(db, "job", 1)).toHaveLength(1);
  });

  it("of each kind the first that is due is told at once, and nothing of a kind of which none is", async () => {
    const { db } = installation.ctx;
    await db.job.updateMany({ data: { dueAt: null } });
    await db.batch.updateMany({ data: { dueAt: null } });
    await db.lane.updateMany({ data: { dueAt: null } });
    await dueJob({ turnAt: new Date(2000) });
    const first = await dueJob({ turnAt: new Date(1000) });
    const taken = await dueJob();
    await take(taken);
    const { batchId } = await db.job.findUniqueOrThrow({ where: { id: first } });
    await db.batch.update({ where: { id: batchId }, data: { dueAt: new Date(Date.now() - 60_000) } });
    const found = await findFirstDue(db, LEASED);
    expect([...found.keys()].sort()).toEqual(["batch", "job"]);
    expect(found.get("job")?.id).toBe(first);
    expect(found.get("batch")).toEqual({ id: batchId, overdueMs: expect.any(Number) });
    expect(found.get("batch")?.overdueMs).toBeGreaterThan(59_000);
    expect([...(await findFirstDue(db, ["job"])).keys()]).toEqual(["job"]);
    expect(await findFirstDue(db, [])).toEqual(new Map());
  });

  it("of the next row go to one each, in the same order, and pass over rows that others are taking", async () => {
    const { db } = installation.ctx;
    await db.job.updateMany({ data: { dueAt: null } });
    const late = await dueJob({ turnAt: new Date(3000) });
    const second = await dueJob({ turnAt: new Date(2000) });
    const first = await dueJob({ turnAt: new Date(1000) });
    const next = () => takeNextLease(db, "job", { owner: "w", leaseMs: 60_000 });
    expect(await next()).toEqual({ id: first, fence: 1n, kills: 0 });
    const both = await Promise.all([next(), next(), next()]);
    expect(both.flatMap((lease) => lease?.id ?? []).sort()).toEqual([second, late].sort());
    expect(await next()).toBeUndefined();
  });
});
