import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultsOf, type Receipt } from "../../core/sequencer/receipt.ts";
import { Prisma } from "../../prisma/generated/client.ts";
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

  it("is not given of an epoch that somebody has written by hand, nor of what follows it", async () => {
    const { ctx } = installation;
    await makeBatch(ctx.db, await makeCollection(ctx.db));
    const forged = {
      seq: 90n,
      writer: "w",
      incarnation: "i",
      term: 1n,
      at: new Date(),
      first: 100n,
      last: 100n,
    };
    const hashes = { itemsHash: "0".repeat(64), previousHash: "0".repeat(64), hash: "0".repeat(64) };
    await ctx.db.sequencerEpoch.create({ data: { ...forged, ...hashes } });
    await ctx.db.$executeRaw`UPDATE sequencer_latest SET seq = 90`;
    await orderNow(ctx);
    const epochs = await ctx.db.sequencerEpoch.findMany({ orderBy: { seq: "asc" } });
    expect(epochs.map(({ seq, signature }) => [Number(seq), signature !== null])).toEqual([
      [1, true],
      [2, true],
      [90, false],
      [91, false],
    ]);
  });

  it.each([
    ["a position", Prisma.sql`UPDATE sequenced SET position = position + 100 WHERE position = 1`],
    ["what has a position", Prisma.sql`UPDATE sequenced SET sha256 = '' WHERE position = 1`],
    ["a signature", Prisma.sql`UPDATE sequencer_epoch SET signature = 'x' WHERE seq = 1`],
    ["an epoch to be signed anew", Prisma.sql`UPDATE sequencer_epoch SET signature = NULL WHERE seq = 1`],
    ["what was accepted", Prisma.sql`DELETE FROM sequenced WHERE position = 1`],
    ["an epoch", Prisma.sql`DELETE FROM sequencer_epoch WHERE seq = 1`],
  ])("stays true, since PostgreSQL lets nobody change or remove %s", async (_, statement) => {
    await expect(installation.ctx.db.$executeRaw(statement)).rejects.toThrow(/only ever added to/);
  });

  it("that is none is refused in a sentence", () => {
    expect(() => verifyReceipt({ version: 2 }, keys)).toThrow(/This is no receipt of Waybill's/);
    const timeless = { ...receipt, item: { ...receipt.item, at: "never" } };
    expect(() => verifyReceipt(timeless, keys)).toThrow(/This is no receipt of Waybill's/);
    const isSigned = () => true;
    expect(faultsOf(timeless, { sha256: (text) => text, isSigned })).toEqual([
      "A time in it is none that there is.",
    ]);
    expect(() => verifyReceipt(receipt, {})).toThrow(/This is no list of keys of Waybill's/);
  });
});
