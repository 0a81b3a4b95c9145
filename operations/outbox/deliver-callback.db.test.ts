import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCallbackSender } from "../../adapters/callback/sender.ts";
import type { CallbackSender } from "../../core/callback/ports.ts";
import { freePort } from "../../scripts/free-port.ts";
import { callbackScene } from "../../tests/factories/callback-scene.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { type Receiver, silence, startReceiver, status } from "../../tests/servers/receiver.ts";
import { ReceiverCounts } from "../../worker/receiver-slots.ts";
import { redeliver } from "../callback/redeliver.ts";
import { createCallbackSecret } from "../callback-secret/create.ts";
import type { Context } from "../context.ts";
import { deliverCallback } from "./deliver-callback.ts";

const DAY_MS = 86_400_000;
const never = new AbortController().signal;

let test: TestContext;
let ctx: Context;
let receiver: Receiver;
let sender: CallbackSender;
let receivers: ReceiverCounts;

beforeAll(async () => {
  test = await testContext();
  ctx = { ...test.ctx, env: { ...test.ctx.env, CALLBACK_BACKOFF_MS: 60_000 } };
  sender = openCallbackSender({ timeoutMs: 15_000, extraPorts: [] });
});
beforeEach(async () => {
  receivers = new ReceiverCounts(1);
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await sender.close();
  await test.end();
});

const settings = (userInfo = "") => ({
  callbackUrl: `http://${userInfo}${receiver.host}`,
  privateSources: [receiver.host],
});
const row = (id: string) => ctx.db.outbox.findUniqueOrThrow({ where: { id } });
const triesOf = (outboxId: string) =>
  ctx.db.delivery.findMany({ where: { outboxId }, orderBy: { at: "asc" } });
const failures = (jobId: string) => ctx.db.event.findMany({ where: { jobId, kind: "callback.failed" } });

function deliver(
  outboxId: string,
  given: { fence?: bigint; callbacks?: CallbackSender; signal?: AbortSignal } = {},
) {
  const { fence = 1n, callbacks = sender, signal = never } = given;
  const faultPoint = async () => undefined;
  return deliverCallback(ctx, { callbacks, receivers, faultPoint }, { outboxId, fence, signal });
}

describe("a callback that is taken", () => {
  it("is Sent, with its try, and is not sent again", async () => {
    const { id, jobId } = await callbackScene(ctx.db, { settings: settings() });
    await deliver(id);
    expect(await row(id)).toMatchObject({
      status: "Sent",
      attempts: 1,
      response: "200 thanks",
      lastError: null,
      dueAt: null,
      endedAt: expect.any(Date),
    });
    expect(await triesOf(id)).toMatchObject([
      { httpStatus: 200, message: "200 thanks", tookMs: expect.any(Number) },
    ]);
    await deliver(id);
    expect(receiver.seen.map(({ path }) => path)).toEqual([`/mc/${jobId}`]);
    expect(receiver.seen[0]?.headers).toMatchObject({ "webhook-id": id });
    expect(receiver.seen[0]?.headers).not.toHaveProperty("webhook-signature");
    expect(JSON.parse(receiver.seen[0]?.body ?? "")["job:jobState"]).toMatchObject({
      "job:jobID": jobId,
      "job:jobStatus": "COMPLETED",
      "job:batchPosition": "",
    });
  });

  it("names the batch's position, once it has one", async () => {
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    const { batchId } = await row(id);
    await orderNow(ctx);
    await deliver(id);
    const item = await ctx.db.sequenced.findFirstOrThrow({ where: { itemId: batchId ?? "" } });
    expect(JSON.parse(receiver.seen[0]?.body ?? "")["job:jobState"]).toMatchObject({
      "job:batchID": batchId,
      "job:batchPosition": String(item.position),
    });
  });

  it("carries the signatures of the keys in use, two while one takes over from the other", async () => {
    const collection = await makeCollection(ctx.db, { settings: settings() });
    const request = { collection: collection.slug, overlapHours: 24, reason: "to be sure" };
    const keys = [];
    for (let count = 0; count < 3; count += 1) keys.push((await createCallbackSecret(ctx, request)).secret);
    await deliver((await callbackScene(ctx.db, { collection, settings: {} })).id);
    const { headers, body } = receiver.seen[0] ?? { headers: {}, body: "" };
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const verifies = keys.map((key) => {
      try {
        new Webhook(key).verify(body, given);
        return true;
      } catch {
        return false;
      }
    });
    expect(verifies).toEqual([false, true, true]);
  });

  it("is not sent unsigned when its keys cannot be decrypted", async () => {
    const collection = await makeCollection(ctx.db, { settings: settings() });
    await createCallbackSecret(
      { ...ctx, env: { ...ctx.env, AUTH_SECRET: "y".repeat(32) } },
      { collection: collection.slug, overlapHours: 0, reason: "to be sure" },
    );
    const { id } = await callbackScene(ctx.db, { collection, settings: {} });
    await deliver(id);
    expect(receiver.seen).toEqual([]);
    expect(await row(id)).toMatchObject({
      status: "Waiting",
      lastError: expect.stringContaining("AUTH_SECRET"),
    });
  });
});

describe("a callback that is not taken", () => {
  it("waits while the receiver is down, and is the same one then", async () => {
    const port = await freePort();
    const down = { callbackUrl: `http://127.0.0.1:${port}`, privateSources: [`127.0.0.1:${port}`] };
    const { id } = await callbackScene(ctx.db, { settings: down });
    const before = Date.now();
    await deliver(id);
    const kept = await row(id);
    expect(kept).toMatchObject({
      status: "Waiting",
      attempts: 1,
      lastError: "the connection was refused",
      leaseOwner: null,
      payload: expect.objectContaining({ tries: 1, firstTryAt: expect.any(String) }),
    });
    const pauseMs = (kept.dueAt?.getTime() ?? 0) - before;
    expect(pauseMs).toBeGreaterThanOrEqual(30_000);
    expect(pauseMs).toBeLessThan(75_000);
    const late = await startReceiver(port);
    await deliver(id);
    await late.close();
    expect(late.seen.map(({ headers }) => headers["webhook-id"])).toEqual([id]);
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 2, lastError: null });
    expect((await triesOf(id)).map(({ httpStatus }) => httpStatus)).toEqual([null, 200]);
  });

  it.each([301, 400, 404, 500])("after a %i is tried again", async (code) => {
    receiver.answer(status(code, "no"));
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    await deliver(id);
    expect(await row(id)).toMatchObject({ status: "Waiting", lastError: `${code} no` });
  });

  it("after Retry-After waits as long as it says", async () => {
    receiver.answer(status(503, "", { "retry-after": "3600" }));
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    const before = Date.now();
    await deliver(id);
    const dueAt = (await row(id)).dueAt?.getTime() ?? 0;
    expect(dueAt - before).toBeGreaterThanOrEqual(3_599_000);
    expect(dueAt - before).toBeLessThan(3_660_000);
  });

  it("after 410 is given up at once, and the job stays as it is", async () => {
    receiver.answer(status(410, "gone"));
    const { id, jobId } = await callbackScene(ctx.db, { settings: settings() });
    await deliver(id);
    expect(await row(id)).toMatchObject({
      status: "Failed",
      attempts: 1,
      dueAt: null,
      lastError: "410 gone",
    });
    expect(await failures(jobId)).toMatchObject([{ actor: "Waybill", reason: "410 gone" }]);
    expect((await ctx.db.job.findUniqueOrThrow({ where: { id: jobId } })).state).toBe("Completed");
  });

  it("a day after its first try is given up", async () => {
    receiver.answer(status(500));
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    await deliver(id);
    const { payload } = await row(id);
    const firstTryAt = new Date(Date.now() - DAY_MS - 1_000).toISOString();
    await ctx.db.outbox.update({ where: { id }, data: { payload: { ...Object(payload), firstTryAt } } });
    await deliver(id);
    expect(await row(id)).toMatchObject({ status: "Failed", attempts: 2 });
  });

  it("at an address that may not be asked is given up at once", async () => {
    const { id } = await callbackScene(ctx.db, { settings: { callbackUrl: "http://127.0.0.1:22/x" } });
    await deliver(id);
    expect(await row(id)).toMatchObject({ status: "Failed", lastError: "port 22 may not be used" });
  });

  it("that nobody can read is given up", async () => {
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    await ctx.db.outbox.update({ where: { id }, data: { payload: { odd: true } } });
    await deliver(id);
    expect(await row(id)).toMatchObject({
      status: "Failed",
      lastError: expect.stringContaining("cannot be read"),
    });
  });
});

describe("the right to a callback", () => {
  it("that was lost writes nothing", async () => {
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    await expect(deliver(id, { fence: 0n })).rejects.toMatchObject({ code: "lease_lost" });
    const stealing: CallbackSender = {
      ...sender,
      async post(request) {
        await ctx.db.outbox.update({ where: { id }, data: { fence: 2n } });
        return sender.post(request);
      },
    };
    await expect(deliver(id, { callbacks: stealing })).rejects.toMatchObject({ code: "lease_lost" });
    expect(await row(id)).toMatchObject({ status: "Waiting", attempts: 0 });
    expect(await triesOf(id)).toEqual([]);
  });

  it("that ends meanwhile leaves no try behind", async () => {
    receiver.answer(silence);
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    const stop = new AbortController();
    const tried = deliver(id, { signal: stop.signal });
    const ended = expect(tried).rejects.toThrow("stopping");
    setTimeout(() => stop.abort(new Error("stopping")), 50);
    await ended;
    expect(await row(id)).toMatchObject({ status: "Waiting", attempts: 0 });
    expect(receivers.busy).toEqual([]);
  });

  it("stands back while the receiver has as many as it gets", async () => {
    const { id } = await callbackScene(ctx.db, { settings: settings() });
    const leave = receivers.enter(receiver.host);
    await ctx.db.outbox.update({
      where: { id },
      data: { leaseOwner: "me", leaseUntil: new Date(Date.now() + 9_000) },
    });
    await deliver(id);
    expect(await row(id)).toMatchObject({
      status: "Waiting",
      attempts: 0,
      leaseOwner: null,
      dueAt: expect.any(Date),
    });
    leave?.();
    await deliver(id);
    expect((await row(id)).status).toBe("Sent");
  });
});

describe("a callback sent again by a person", () => {
  it("goes to the collection's present address under the same webhook-id", async () => {
    const gone = { callbackUrl: "http://127.0.0.1:9/x", privateSources: ["127.0.0.1:9"] };
    const { id, collection } = await callbackScene(ctx.db, { settings: gone });
    await ctx.db.outbox.update({ where: { id }, data: { status: "Failed", attempts: 16, dueAt: null } });
    await ctx.db.profileVersion.create({
      data: {
        id: `two-${id}`,
        collectionId: collection.id,
        version: 2,
        settings: settings(),
        createdBy: "test",
      },
    });
    const view = await redeliver(ctx, { id, reason: "the address is mended" });
    expect(view).toMatchObject({ status: "Waiting", receiver: receiver.host, attempts: 16 });
    await deliver(id);
    expect(receiver.seen.map(({ headers }) => headers["webhook-id"])).toEqual([id]);
    expect(await row(id)).toMatchObject({ status: "Sent", attempts: 17 });
  });
});
