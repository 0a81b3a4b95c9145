import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, makeInstallation } from "../../../tests/pipeline/installation.ts";
import { showUp } from "../instance.ts";
import { moveJob } from "../job/move.ts";
import { releaseLease, tableOf, takeLease, takeNextLease } from "../lease.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await makeInstallation();
});
afterAll(() => installation.end());

const LEASED = ["job", "batch", "check"] as const;
type Kind = (typeof LEASED)[number];

/** A row of that kind that is due. */
async function dueRow(kind: Kind): Promise<string> {
  const { db } = installation.ctx;
  await db.$executeRaw`UPDATE ${tableOf(kind)} SET due_at = NULL, lease_owner = NULL, lease_until = NULL`;
  const id = `${kind}-${crypto.randomUUID()}`;
  if (kind === "check") {
    await db.checkRun.create({ data: { id, requestedBy: "t", dueAt: new Date(0) } });
    return id;
  }
  const batchId = await installation.deposit("hello", { filename: "hello.txt", type: "file" });
  if (kind === "batch") {
    await db.batch.update({ where: { id: batchId }, data: { dueAt: new Date(0) } });
    return batchId;
  }
  const facts = { payload: "file", filename: "a", priority: 5, submitter: "t", turnAt: new Date(0) } as const;
  await db.job.create({ data: { ...facts, id, batchId, ordinal: 1, dueAt: new Date(0) } });
  return id;
}

const take = (kind: Kind, id: string, owner: string) =>
  takeLease(installation.ctx.db, kind, { id, owner, leaseMs: 60_000 });
/** Due a moment ago: the column has milliseconds, and "now" may be rounded up. */
const giveBack = (kind: Kind, id: string, fence: bigint) =>
  releaseLease(installation.ctx.db, kind, { id, fence, dueInMs: -1 });
const runOut = (kind: Kind, id: string) =>
  installation.ctx.db
    .$executeRaw`UPDATE ${tableOf(kind)} SET lease_until = clock_timestamp() - interval '1 second' WHERE id = ${id}`;

describe.each(LEASED)("the kills of a %s", (kind) => {
  it("are withdrawn by a holder that comes back: paused three times and more, it has died never", async () => {
    const id = await dueRow(kind);
    let paused = await take(kind, id, "a");
    for (let time = 0; time < 5; time += 1) {
      await runOut(kind, id);
      const other = await take(kind, id, time % 2 === 0 ? "b" : "a");
      expect(other).toMatchObject({ kills: 1 });
      await giveBack(kind, id, paused?.fence ?? 0n);
      // a second time withdraws nothing more
      await giveBack(kind, id, paused?.fence ?? 0n);
      paused = other;
    }
    await giveBack(kind, id, paused?.fence ?? 0n);
    expect(await take(kind, id, "c")).toMatchObject({ kills: 0 });
  });

  it("of holders that stay away stay, whoever else comes back", async () => {
    const id = await dueRow(kind);
    await take(kind, id, "dead");
    await runOut(kind, id);
    const paused = await take(kind, id, "paused");
    await runOut(kind, id);
    expect(await take(kind, id, "dead too")).toMatchObject({ kills: 2 });
    await runOut(kind, id);
    await giveBack(kind, id, paused?.fence ?? 0n);
    expect(await take(kind, id, "last")).toMatchObject({ kills: 2 });
  });

  it("do not count a process that takes what it had itself", async () => {
    const id = await dueRow(kind);
    await take(kind, id, "a");
    await runOut(kind, id);
    expect(await take(kind, id, "a")).toMatchObject({ kills: 0 });
    await runOut(kind, id);
    expect(await takeNextLease(installation.ctx.db, kind, { owner: "a", leaseMs: 1 })).toMatchObject({
      id,
      kills: 0,
    });
  });

  it("do not count a process that has shown up since its lease ran out", async () => {
    const id = await dueRow(kind);
    await take(kind, id, "shows-up");
    await runOut(kind, id);
    await showUp(installation.ctx.db, "shows-up", "host");
    expect(await take(kind, id, "b")).toMatchObject({ kills: 0 });
  });

  it("count one that was last seen before its lease ran out, or never", async () => {
    const id = await dueRow(kind);
    await showUp(installation.ctx.db, "gone", "host");
    await take(kind, id, "gone");
    await installation.ctx.db.instance.updateMany({ data: { seenAt: new Date(Date.now() - 3_600_000) } });
    await runOut(kind, id);
    expect(await take(kind, id, "never seen")).toMatchObject({ kills: 1 });
    await runOut(kind, id);
    expect(await takeNextLease(installation.ctx.db, kind, { owner: "b", leaseMs: 1 })).toMatchObject({
      id,
      kills: 2,
    });
  });
});

it("a holder that comes back takes away no kill of the state after", async () => {
  const { db } = installation.ctx;
  const id = await dueRow("job");
  const paused = await take("job", id, "a");
  await runOut("job", id);
  const second = await take("job", id, "b");
  await moveJob(db, {
    jobId: id,
    from: "Pending",
    to: "Estimating",
    by: "worker",
    actor: "Waybill",
    ...(second && { fence: second.fence }),
  });
  await runOut("job", id);
  expect(await take("job", id, "c")).toMatchObject({ kills: 1 });
  await giveBack("job", id, paused?.fence ?? 0n);
  await runOut("job", id);
  expect(await take("job", id, "d")).toMatchObject({ kills: 2 });
});
