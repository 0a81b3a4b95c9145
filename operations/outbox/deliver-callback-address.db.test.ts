import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openCallbackSender } from "../../adapters/callback/sender.ts";
import type { CallbackSender } from "../../core/callback/ports.ts";
import { callbackScene } from "../../tests/factories/callback-scene.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";
import { type Receiver, startReceiver } from "../../tests/servers/receiver.ts";
import { ReceiverCounts } from "../../worker/receiver-slots.ts";
import type { Context } from "../context.ts";
import { sealCallbacks } from "../upkeep/seal-callbacks.ts";
import { deliverCallback } from "./deliver-callback.ts";

let test: TestContext;
let receiver: Receiver;
let callbacks: CallbackSender;

beforeAll(async () => {
  test = await testContext();
  callbacks = openCallbackSender({ timeoutMs: 15_000, extraPorts: [] });
});
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await callbacks.close();
  await test.end();
});

/** A callback whose address has credentials, stored as in its profile. */
const scene = () =>
  callbackScene(test.ctx.db, {
    settings: {
      callbackUrl: `http://ada:c4nary@${receiver.host}`,
      privateSources: [receiver.host],
    },
  });
const row = (id: string) => test.ctx.db.outbox.findUniqueOrThrow({ where: { id } });

function deliver(outboxId: string, ctx: Context = test.ctx) {
  const ports = { callbacks, receivers: new ReceiverCounts(1), faultPoint: async () => undefined };
  return deliverCallback(ctx, ports, { outboxId, fence: 1n, signal: new AbortController().signal });
}

describe("credentials of the address", () => {
  it("reach the receiver and nothing else, though it echoes them", async () => {
    receiver.answer((response, { headers }) => {
      const header = headers.authorization ?? "";
      const pair = Buffer.from(header.slice(6), "base64").toString();
      response.writeHead(403).end(`${header} is ${pair}, password ${pair.slice(4)}`);
    });
    const { id, jobId } = await scene();
    await deliver(id);
    expect(receiver.seen[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("ada:c4nary").toString("base64")}`,
    );
    const { db } = test.ctx;
    const tries = await db.delivery.findMany({ where: { outboxId: id } });
    const failures = await db.event.findMany({ where: { jobId, kind: "callback.failed" } });
    const kept = JSON.stringify([await row(id), tries, failures], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
    expect(kept).toContain("403 ");
    for (const secret of ["c4nary", Buffer.from("ada:c4nary").toString("base64")])
      expect(kept).not.toContain(secret);
  });
});

describe("an address that is sealed", () => {
  async function sealedScene() {
    const made = await scene();
    await sealCallbacks(test.ctx);
    const kept = await test.ctx.db.profileVersion.findMany({
      where: { batches: { some: { jobs: { some: { id: made.jobId } } } } },
    });
    expect(JSON.stringify(kept)).not.toContain("c4nary");
    return made;
  }

  it("is opened for the call alone", async () => {
    const { id } = await sealedScene();
    await deliver(id);
    expect(receiver.seen[0]?.headers.authorization).toBe(
      `Basic ${Buffer.from("ada:c4nary").toString("base64")}`,
    );
    expect(await row(id)).toMatchObject({ status: "Sent" });
  });

  it("with another AUTH_SECRET is tried again later, and never called without its credentials", async () => {
    const { id } = await sealedScene();
    const { ctx } = test;
    await deliver(id, { ...ctx, env: { ...ctx.env, AUTH_SECRET: "another".repeat(5) } });
    expect(receiver.seen).toEqual([]);
    expect(await row(id)).toMatchObject({
      status: "Waiting",
      lastError: expect.stringContaining("AUTH_SECRET"),
    });
  });
});
