import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Receipt } from "../../core/sequencer/receipt.ts";
import { verifyReceipt } from "../../scripts/verify-receipt.ts";
import { makeBatch } from "../../tests/factories/make-batch.ts";
import { makeCollection } from "../../tests/factories/make-collection.ts";
import { type Installation, makeInstallation } from "../../tests/pipeline/installation.ts";
import { orderNow } from "../../tests/sequencer/order-now.ts";
import { listSequencerKeys } from "../sequencer/list-keys.ts";
import { getReceipt } from "./receipt.ts";

let installation: Installation;
let receipt: Receipt;
let keys: Awaited<ReturnType<typeof listSequencerKeys>>;
let batchId: string;

beforeAll(async () => {
  installation = await makeInstallation();
  const { ctx } = installation;
  const collection = await makeCollection(ctx.db);
  await makeBatch(ctx.db, collection);
  await orderNow(ctx);
  await makeBatch(ctx.db, collection);
  batchId = await makeBatch(ctx.db, collection);
  await expect(getReceipt(ctx, batchId)).rejects.toMatchObject({ code: "stale_state" });
  await makeBatch(ctx.db, collection);
  await orderNow(ctx);
  receipt = JSON.parse(JSON.stringify(await getReceipt(ctx, batchId)));
  keys = await listSequencerKeys(ctx);
});

afterAll(() => installation?.end());

describe("a receipt", () => {
  it("says what was accepted, and at which position, and is valid", async () => {
    const batch = await installation.ctx.db.batch.findUniqueOrThrow({ where: { id: batchId } });
    expect(receipt.item).toEqual({
      position: 3,
      kind: "batch",
      id: batchId,
      laneId: batch.laneId,
      laneSeq: 3,
      sha256: batch.payloadSha256,
      at: batch.createdAt.toISOString(),
    });
    expect(receipt.epoch).toMatchObject({ seq: 2, first: 2, last: 4 });
    expect(receipt.items).toHaveLength(3);
    expect(verifyReceipt(receipt, keys)).toEqual([]);
  });

  it.each([
    ["another position", (one: Receipt) => ({ ...one, item: { ...one.item, position: 2 } })],
    ["another batch", (one: Receipt) => ({ ...one, item: { ...one.item, id: "bid-other" } })],
    ["other bytes", (one: Receipt) => ({ ...one, item: { ...one.item, sha256: "0".repeat(64) } })],
    [
      "an earlier time",
      (one: Receipt) => ({ ...one, item: { ...one.item, at: "2020-01-01T00:00:00.000Z" } }),
    ],
    ["another lane", (one: Receipt) => ({ ...one, item: { ...one.item, laneSeq: 2 } })],
    ["one item less", (one: Receipt) => ({ ...one, items: one.items.slice(0, 2) })],
    ["another order of items", (one: Receipt) => ({ ...one, items: one.items.toReversed() })],
    [
      "another epoch before",
      (one: Receipt) => ({ ...one, epoch: { ...one.epoch, previousHash: "0".repeat(64) } }),
    ],
    [
      "an earlier epoch",
      (one: Receipt) => ({ ...one, epoch: { ...one.epoch, at: "2020-01-01T00:00:00.000Z" } }),
    ],
    ["another term", (one: Receipt) => ({ ...one, epoch: { ...one.epoch, term: 1 } })],
    ["another hash", (one: Receipt) => ({ ...one, hash: "0".repeat(64) })],
    ["another signature", (one: Receipt) => ({ ...one, signature: "AAAA" })],
    ["a signer nobody knows", (one: Receipt) => ({ ...one, signer: "0".repeat(64) })],
  ])("with %s is not", (_, change) => {
    expect(verifyReceipt(change(receipt), keys)).not.toEqual([]);
  });

  it("is not valid with another public key under the signer's name", () => {
    const forged = {
      keys: keys.keys.map((one) => ({ ...one, publicKey: `${one.publicKey.slice(0, -4)}AAAA` })),
    };
    expect(() => verifyReceipt(receipt, forged)).toThrow(/its SHA-256 differs/);
  });

  it("that is none is refused in a sentence", () => {
    expect(() => verifyReceipt({ version: 2 }, keys)).toThrow(/This is no receipt of Waybill's/);
    expect(() => verifyReceipt(receipt, {})).toThrow(/This is no list of keys of Waybill's/);
  });
});
