import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallbackQuery, CallbackSecretRequest } from "../../core/contracts/callback-requests.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCallback } from "../../tests/factories/make-callback.ts";
import { type MadeCollection, makeCollection } from "../../tests/factories/make-collection.ts";
import { makeJob } from "../../tests/factories/make-job.ts";
import { makePerson } from "../../tests/factories/make-person.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { createCallbackSecret } from "../callback-secret/create.ts";
import { listCallbackSecrets } from "../callback-secret/list.ts";
import { retireCallbackSecret } from "../callback-secret/retire.ts";
import type { Context } from "../context.ts";
import { getCallback } from "./get.ts";
import { listCallbacks } from "./list.ts";
import { redeliver } from "./redeliver.ts";
import { redeliverFailed } from "./redeliver-failed.ts";

const CANARY = "c4nary";
const settings = { callbackUrl: `https://ada:${CANARY}@hooks.example.org/x?token=${CANARY}` };
const reason = "the receiver is back";
const all = (query: object = {}) => CallbackQuery.parse({ limit: 200, ...query });

let test: TestContext;
let ctx: Context;
beforeAll(async () => {
  test = await testContext();
  ctx = test.as(await makePerson(test.ctx.db, "operator"));
});
afterAll(() => test.end());

/** Callbacks of one job each, a minute apart, newest last. */
async function several(statuses: readonly ("Waiting" | "Sent" | "Failed")[], collection?: MadeCollection) {
  const place = collection ?? (await makeCollection(ctx.db, { settings }));
  const batchId = await makeBatch(ctx.db, place);
  const ids: string[] = [];
  const jobs: string[] = [];
  for (const [at, status] of statuses.entries()) {
    const jobId = await makeJob(ctx.db, batchId, "Completed");
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, at));
    ids.push(await makeCallback(ctx.db, { batchId, jobId, status, createdAt }));
    jobs.push(jobId);
  }
  return { collection: place, batchId, ids, jobs };
}

const auditsOf = (target: string) => ctx.db.audit.findMany({ where: { target }, orderBy: { id: "asc" } });

describe("the list of callbacks", () => {
  it("has the newest first, page by page, by status, collection and job", async () => {
    const { collection, ids, jobs } = await several(["Sent", "Failed", "Waiting"]);
    const of = { collection: collection.slug };
    const first = await listCallbacks(ctx, CallbackQuery.parse({ ...of, limit: 2 }));
    const second = await listCallbacks(ctx, CallbackQuery.parse({ ...of, limit: 2, cursor: first.next }));
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([...ids].reverse());
    expect(second.next).toBeNull();
    expect(second.items[0]).toEqual({
      id: ids[0],
      jobId: jobs[0],
      batchId: expect.stringMatching(/^bid-/),
      collection: collection.slug,
      ending: 1,
      outcome: "FAILED",
      receiver: "hooks.example.org",
      status: "Sent",
      attempts: 1,
      createdAt: "2026-01-01T00:00:00.000Z",
      endedAt: "2026-01-01T00:00:00.000Z",
      nextTryAt: null,
      lastError: null,
    });
    expect((await listCallbacks(ctx, all({ ...of, status: "Failed" }))).items.map(({ id }) => id)).toEqual([
      ids[1],
    ]);
    const [waiting] = (await listCallbacks(ctx, all({ job: jobs[2] }))).items;
    expect(waiting).toMatchObject({ id: ids[2], nextTryAt: "2026-01-01T00:03:00.000Z" });
  });

  it("counts what was given up where one may read", async () => {
    const { collection } = await several(["Failed", "Failed", "Sent"]);
    const owner = test.as(await makePerson(ctx.db, "depositor", [collection]));
    const stranger = test.as(await makePerson(ctx.db, "depositor", [await makeCollection(ctx.db)]));
    expect((await listCallbacks(owner, all())).failed).toBe(2);
    expect(await listCallbacks(stranger, all())).toEqual({ items: [], next: null, failed: 0 });
  });
});

describe("a callback", () => {
  it("is shown with its tries and where it goes, without credentials", async () => {
    const { ids, jobs } = await several(["Failed"]);
    const view = await getCallback(ctx, ids[0] ?? "");
    expect(view).toMatchObject({
      address: `https://***@hooks.example.org/x/mc/${jobs[0]}?token=***`,
      isSigned: false,
      mayRedeliver: true,
      deliveries: [
        { at: "2026-01-01T00:00:00.000Z", httpStatus: 503, tookMs: 120, message: "503 Down for maintenance" },
      ],
    });
    expect(JSON.stringify(view)).not.toContain(CANARY);
  });

  it("is sent again by an operator: due now, with an audit row and an event", async () => {
    const { ids, jobs } = await several(["Failed"]);
    const [id = "", jobId = ""] = [ids[0], jobs[0]];
    const view = await redeliver(ctx, { id, reason });
    expect(view).toMatchObject({ status: "Waiting", nextTryAt: expect.any(String), endedAt: null });
    expect(await auditsOf(id)).toMatchObject([
      {
        actor: ctx.actor.name,
        action: "callback.redeliver",
        reason,
        before: { status: "Failed", attempts: 1 },
        after: { status: "Waiting", job: jobId },
      },
    ]);
    expect(await ctx.db.event.findMany({ where: { jobId } })).toMatchObject([
      { kind: "callback.redelivered", actor: ctx.actor.name, reason },
    ]);
    const row = await ctx.db.outbox.findUniqueOrThrow({ where: { id } });
    expect(row.payload).toMatchObject({ tries: 0, firstTryAt: null, address: "present" });
  });

  it("is left alone while a try is under way", async () => {
    const { ids } = await several(["Waiting"]);
    const id = ids[0] ?? "";
    await ctx.db.outbox.update({ where: { id }, data: { leaseUntil: new Date(Date.now() + 60_000) } });
    await expect(redeliver(ctx, { id, reason })).rejects.toMatchObject({ code: "stale_state" });
    expect(await auditsOf(id)).toEqual([]);
  });

  it("of another collection does not exist for a depositor", async () => {
    const { ids } = await several(["Failed"]);
    const stranger = test.as(await makePerson(ctx.db, "depositor", [await makeCollection(ctx.db)]));
    await expect(getCallback(stranger, ids[0] ?? "")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("all failed callbacks of a collection", () => {
  it("are sent again in one act, and no others", async () => {
    const { collection, ids } = await several(["Failed", "Sent", "Failed", "Waiting"]);
    const other = await several(["Failed"]);
    expect(await redeliverFailed(ctx, { collection: collection.slug, reason })).toEqual({ redelivered: 2 });
    const rows = await ctx.db.outbox.findMany({
      where: { id: { in: [...ids, ...other.ids] } },
      orderBy: { createdAt: "asc" },
    });
    const due = rows.filter(({ payload }) => Object(payload).address === "present").map(({ id }) => id);
    expect(due.sort()).toEqual([ids[0] ?? "", ids[2] ?? ""].sort());
    expect(await auditsOf(collection.slug)).toMatchObject([
      { action: "callback.redeliver-failed", reason, after: { redelivered: 2 } },
    ]);
  });

  it("are 10,000 in less than 5 s", async () => {
    const { collection, batchId } = await several([]);
    await ctx.db.$executeRaw`
      INSERT INTO outbox (id, kind, subject, batch_id, payload, status)
      SELECT 'cb-many-' || n, 'callback', 'job:many:' || n, ${batchId}, '{}', 'Failed' FROM generate_series(1, 10000) AS n`;
    const began = performance.now();
    expect(await redeliverFailed(ctx, { collection: collection.slug, reason })).toEqual({
      redelivered: 10_000,
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("signing keys", () => {
  const request = (collection: MadeCollection, overlapHours?: number) =>
    CallbackSecretRequest.parse({ collection: collection.slug, reason, overlapHours });

  it("are shown once, kept sealed, and two at most are in use", async () => {
    const admin = test.as(await makePerson(ctx.db, "admin"));
    const collection = await makeCollection(ctx.db, { settings });
    const made = [];
    for (let count = 0; count < 3; count += 1)
      made.push(await createCallbackSecret(admin, request(collection)));
    const secrets = made.map(({ secret }) => secret);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Set(secrets).size).toBe(3);
    const { signing } = made[2] ?? {};
    expect(signing).toMatchObject({
      collection: collection.slug,
      callbackUrl: "https://***@hooks.example.org/x?token=***",
    });
    expect(signing?.secrets.map(({ retiresAt }) => retiresAt === null)).toEqual([true, false]);
    const inHours = (Date.parse(signing?.secrets[1]?.retiresAt ?? "") - Date.now()) / 3_600_000;
    expect(inHours).toBeGreaterThan(23.9);
    expect(inHours).toBeLessThan(24.1);
    const kept = JSON.stringify(
      [
        await ctx.db.callbackSecret.findMany(),
        await listCallbackSecrets(admin),
        await auditsOf(collection.slug),
      ],
      (_, value) => (typeof value === "bigint" ? String(value) : value),
    );
    for (const text of [...secrets, CANARY]) expect(kept).not.toContain(text);
  });

  it("end at once when they must", async () => {
    const admin = test.as(await makePerson(ctx.db, "admin"));
    const collection = await makeCollection(ctx.db, { settings });
    await createCallbackSecret(admin, request(collection));
    const { signing } = await createCallbackSecret(admin, request(collection, 0));
    expect(signing.secrets).toHaveLength(1);
    const id = signing.secrets[0]?.id ?? "";
    await retireCallbackSecret(admin, { id, reason });
    await expect(retireCallbackSecret(admin, { id })).rejects.toMatchObject({ code: "not_found" });
    const mine = (await listCallbackSecrets(admin)).find((one) => one.collection === collection.slug);
    expect(mine?.secrets).toEqual([]);
    expect((await auditsOf(collection.slug)).map(({ action }) => action)).toEqual([
      "callback-key.create",
      "callback-key.create",
      "callback-key.retire",
    ]);
  });

  it("made by two admins at the same time are two", async () => {
    const admin = test.as(await makePerson(ctx.db, "admin"));
    const collection = await makeCollection(ctx.db, { settings });
    await Promise.all(Array.from({ length: 4 }, () => createCallbackSecret(admin, request(collection))));
    const mine = (await listCallbackSecrets(admin)).find((one) => one.collection === collection.slug);
    expect(mine?.secrets.map(({ retiresAt }) => retiresAt === null)).toEqual([true, false]);
  });

  it("of a collection that is not there are not made", async () => {
    const admin = test.as(await makePerson(ctx.db, "admin"));
    await expect(
      createCallbackSecret(admin, { collection: "nosuch", overlapHours: 0, reason }),
    ).rejects.toMatchObject({ code: "unknown_collection" });
  });
});
