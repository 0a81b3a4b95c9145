import { createHash } from "node:crypto";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WaybillError } from "../../core/errors.ts";
import {
  type BatchParts,
  keyOf,
  makeBatch,
  makeBatches,
  makeBatchList,
  makeTransaction,
  type Signed,
  sign,
  type TransactionParts,
  testKey,
} from "../../tests/fixtures/ledger/sign.ts";
import { readBatchList } from "./batch-list.ts";

const key = testKey("a");
const other = testKey("b");
const one = makeTransaction({ key, nonce: "1" });
const two = makeTransaction({ key, nonce: "2" });

const inBatch = (parts: Partial<TransactionParts>): Signed =>
  makeBatch({ key, transactions: [makeTransaction({ key, ...parts })] });
const batch = (parts: Partial<BatchParts> = {}): Signed => makeBatch({ key, transactions: [one], ...parts });
const field = (number: number, bytes: Uint8Array | string): Buffer => {
  const content = Buffer.from(bytes);
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), content]);
};

async function problemsOf(list: Uint8Array): Promise<readonly (readonly [number, string])[]> {
  try {
    await readBatchList(list);
    return [];
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    expect(error.code).toBe("batch_list_invalid");
    return error.problems.map(({ line, code }) => [line, code]);
  }
}

describe("readBatchList", () => {
  it("agrees with the golden values of another implementation", async () => {
    const golden = keyOf("2f1e7b7a130d7ba9da0068b3bb0ba1d79e7e77110302c9f746c3c2a63fe40088");
    expect(golden.publicKey).toBe("026a2c795a9776f75464aa3bda3534c3154a6e91b357b1181d3f515110f84b67c5");
    expect(sign(Buffer.from("test"), golden)).toBe(
      "5195115d9be2547b720ee74c23dd841842875db6eae1f5da8605b050a49e702b4aa83be72ab7e3cb20f17c657011b49f4c8632be2745ba4de79e6aa05da57b35",
    );
    const transaction = makeTransaction({ key: golden });
    const list = makeBatchList([makeBatch({ key: golden, transactions: [transaction] })]);
    expect(list.length).toBe(780);
    expect(createHash("sha256").update(list).digest("hex")).toBe(
      "fb64ab10b707f0970242174d169fd483a26f57f3540493557c473c934b5d3141",
    );
    const [read, ...rest] = await readBatchList(list);
    expect(rest).toEqual([]);
    expect(read?.ledgerId).toMatch(/^af06507a40c4fa03[0-9a-f]{112}$/);
    expect(Buffer.from(read?.body ?? []).equals(list)).toBe(true);
    expect(read).toMatchObject({
      signerPublicKey: golden.publicKey,
      transactionIds: [transaction.id],
      families: ["intkey 1.0"],
    });
  });

  it("gives every batch in order, with bytes of its own that read the same", async () => {
    const batches = makeBatches("order", 3);
    const read = await readBatchList(makeBatchList(batches));
    expect(read.map(({ ledgerId }) => ledgerId)).toEqual(batches.map(({ id }) => id));
    for (const each of read) expect(await readBatchList(each.body)).toEqual([each]);
    expect(Buffer.from(read[1]?.body ?? []).equals(makeBatchList(batches.slice(1, 2)))).toBe(true);
  });

  it("keeps unknown fields and the order of fields of a batch", async () => {
    const plain = batch();
    const [headerAndId, transactions] = [plain.bytes.subarray(0, -one.bytes.length - 3), field(3, one.bytes)];
    const odd = Buffer.concat([transactions, headerAndId, field(9, "extra"), Buffer.from([0x50, 0x01])]);
    const [read] = await readBatchList(field(1, odd));
    expect(read?.ledgerId).toBe(plain.id);
    expect(Buffer.from(read?.body ?? []).equals(field(1, odd))).toBe(true);
  });

  it("takes several transactions of other signers and families", async () => {
    const transactions = [
      one,
      makeTransaction({ key: other, batcherPublicKey: key.publicKey, familyName: "xo", familyVersion: "2" }),
      makeTransaction({ key, nonce: "3", dependencies: [one.id], payload: "" }),
    ];
    const [read] = await readBatchList(makeBatchList([makeBatch({ key, transactions, trace: true })]));
    expect(read?.transactionIds).toEqual(transactions.map(({ id }) => id));
    expect(read?.families).toEqual(["intkey 1.0", "xo 2"]);
  });

  it.each<[string, () => Signed, readonly string[]]>([
    ["another's signature", () => batch({ signature: sign(Buffer.from("x"), key) }), ["bad_signature"]],
    ["a signature in capitals", () => batch({ signature: batch().id.toUpperCase() }), ["bad_batch_id"]],
    ["no signature", () => batch({ signature: "" }), ["bad_batch_id"]],
    ["a signature of zeros", () => batch({ signature: "0".repeat(128) }), ["bad_signature"]],
    ["a signature out of range", () => batch({ signature: "f".repeat(128) }), ["bad_signature"]],
    ["a high S", () => batch({ signature: highS(batch().id) }), ["high_s"]],
    [
      "a key that is no point",
      () => batch({ signerPublicKey: `02${"f".repeat(64)}` }),
      ["bad_signer_key", "other_batcher"],
    ],
    ["a short key", () => batch({ signerPublicKey: "02ab" }), ["bad_signer_key", "other_batcher"]],
    ["no transaction", () => batch({ transactions: [] }), ["no_transactions"]],
    ["ids in another order", () => twoWith([two.id, one.id]), ["transaction_ids_differ"]],
    ["an id too few", () => twoWith([one.id]), ["transaction_ids_differ"]],
    ["an id too many", () => twoWith([one.id, two.id, two.id]), ["transaction_ids_differ"]],
    ["the same twice", () => batch({ transactions: [one, one] }), ["transaction_repeated"]],
    ["another batcher", () => inBatch({ batcherPublicKey: other.publicKey }), ["other_batcher"]],
    ["another payload", () => inBatch({ payloadSha512: "0".repeat(128) }), ["payload_differs"]],
    ["an empty dependency", () => inBatch({ dependencies: [""] }), ["empty_dependency"]],
    [
      "a transaction of another",
      () => inBatch({ signerPublicKey: other.publicKey }),
      ["bad_transaction_signature"],
    ],
    [
      "a transaction's high S",
      () => inBatch({ signature: highS(one.id), nonce: "1" }),
      ["transaction_high_s"],
    ],
    ["a transaction without key", () => inBatch({ signerPublicKey: "" }), ["bad_transaction_key"]],
    ["a transaction without signature", () => inBatch({ signature: "" }), ["bad_transaction_id"]],
    [
      "a transaction that is none",
      () => batch({ transactions: [{ id: one.id, bytes: Buffer.from([0x0a, 0x05, 0x01]) }] }),
      ["not_a_transaction", "transaction_ids_differ"],
    ],
  ])("refuses a batch with %s", async (_, make, codes) => {
    const good = makeBatches("good", 1);
    const list = makeBatchList([...good, make()]);
    expect(await problemsOf(list)).toEqual(codes.map((code) => [2, code]));
  });

  it("tells every problem at once, in order, in sentences", async () => {
    const bad = [
      batch({ signature: sign(Buffer.from("x"), key) }),
      makeBatches("fine", 1)[0] ?? one,
      inBatch({ dependencies: [""], payloadSha512: "ab" }),
      { id: "", bytes: Buffer.from([0x0a, 0x7f]) },
      makeBatches("fine", 1)[0] ?? one,
    ];
    const refusal = readBatchList(makeBatchList(bad));
    await expect(refusal).rejects.toMatchObject({
      code: "batch_list_invalid",
      message: "The list of batches has 5 problems.",
      problems: [
        { line: 1, message: "Batch 1: its signature does not match its header and its signer's public key." },
        {
          line: 3,
          message:
            "Batch 3: the payload of transaction 1 has a different SHA-512 from the one in its header.",
        },
        { line: 3, message: "Batch 3: transaction 1 has an empty dependency." },
        {
          line: 4,
          message: "Batch 4: this is not a Batch: it ends in the middle of a field, or a length is wrong.",
        },
        { line: 5, message: "Batch 5: it is the same batch as batch 2 of the list." },
      ],
    });
  });

  it.each<[string, Uint8Array, string]>([
    ["nothing", new Uint8Array(), "no_batches"],
    ["only unknown fields", field(2, "x"), "no_batches"],
    ["a number for a batch", Buffer.from([0x08, 0x01]), "not_a_list"],
    ["a group", Buffer.from([0x0b, 0x0c]), "not_a_list"],
    ["the field number 0", Buffer.from([0x02, 0x00]), "not_a_list"],
    ["a length beyond the end", Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f]), "not_a_list"],
    ["a length that never ends", Buffer.alloc(1_000, 0xff), "not_a_list"],
    ["a number that never ends", Buffer.concat([Buffer.from([0x10]), Buffer.alloc(30, 0xff)]), "not_a_list"],
    ["a number of 11 bytes", Buffer.from([0x10, ...Array(10).fill(0x80), 0x00]), "not_a_list"],
    ["JSON", Buffer.from('{"batches":[]}'), "not_a_list"],
    ["too many bytes", Buffer.alloc(10_485_761), "too_many_bytes"],
    ["too many batches", Buffer.alloc(2_002, Buffer.from([0x0a, 0x00])), "too_many_batches"],
  ])("refuses %s as a whole", async (_, list, code) => {
    expect(await problemsOf(list)).toEqual([[0, code]]);
  });

  it("refuses text that is not UTF-8", async () => {
    const list = field(1, field(2, Buffer.from([0xff, 0xfe])));
    expect(await problemsOf(list)).toEqual([[1, "not_a_batch"]]);
  });

  it("refuses a flood of empty messages quickly", async () => {
    const empty = (number: number) => Buffer.alloc(10_000_000, field(number, ""));
    const since = performance.now();
    expect(await problemsOf(field(1, empty(3)))).toEqual([[0, "too_many_transactions"]]);
    expect(await problemsOf(empty(1))).toEqual([[0, "too_many_batches"]]);
    const bad = [
      [1, "bad_batch_id"],
      [1, "no_transactions"],
    ];
    expect(await problemsOf(field(1, empty(9)))).toEqual(bad);
    const ids = [...bad, [1, "transaction_ids_differ"]];
    expect(await problemsOf(field(1, field(1, empty(2))))).toEqual(ids);
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it("does not recurse, however deep a message is nested", async () => {
    let nested: Buffer = Buffer.from("x");
    for (let depth = 0; depth < 2_000; depth += 1) nested = field(1, nested);
    expect((await problemsOf(nested)).length).toBeGreaterThan(0);
    expect(await problemsOf(Buffer.alloc(100_000, 0x0b))).toEqual([[0, "not_a_list"]]);
  });

  it("answers random bytes with a clean error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await problemsOf(bytes)).length).toBeGreaterThan(0);
      }),
    );
  });

  it("answers a list cut short or with a byte changed with a clean error, or the same batch", async () => {
    const list = makeBatchList(makeBatches("cut", 1));
    const [whole] = await readBatchList(list);
    await fc.assert(
      fc.asyncProperty(fc.nat(list.length - 1), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
        expect((await problemsOf(list.subarray(0, at))).length).toBeGreaterThan(0);
        const changed = Uint8Array.from(list);
        changed[at] = (changed[at] ?? 0) ^ flip;
        const read = await readBatchList(changed).catch((error: unknown) => error);
        if (read instanceof WaybillError) expect(read.code).toBe("batch_list_invalid");
        else expect(read).toMatchObject([{ ledgerId: whole?.ledgerId }]);
      }),
      { numRuns: 60 },
    );
  });

  it("lets other work go on, and stops when nobody waits any more", async () => {
    const list = makeBatchList(makeBatches("long", 30));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("gone")), 1);
    await expect(readBatchList(list, { signal: controller.signal })).rejects.toThrow("gone");
  });

  it("lists 1,000 problems at most", async () => {
    const list = field(1, Buffer.alloc(6_000, field(3, "")));
    const problems = await problemsOf(list);
    expect(problems.length).toBe(1_001);
    expect(problems.at(-1)).toEqual([0, "more_problems"]);
  });
});

function twoWith(transactionIds: readonly string[]): Signed {
  return batch({ transactions: [one, two], transactionIds });
}

/** The other signature that is valid for the same bytes. */
function highS(signature: string): string {
  const s = secp256k1.Point.CURVE().n - BigInt(`0x${signature.slice(64)}`);
  return signature.slice(0, 64) + s.toString(16).padStart(64, "0");
}
