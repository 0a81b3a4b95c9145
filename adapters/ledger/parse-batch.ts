import { bytesOf, readFields, textOf } from "./wire.ts";

/** A Batch message as decoded, unchecked. Source: Sawtooth's protos/batch.proto. */
export type RawBatch = {
  readonly header: Uint8Array;
  readonly signature: string;
  readonly signerPublicKey: string;
  /** Ids the header names. */
  readonly transactionIds: readonly string[];
  /** Transaction messages. */
  readonly transactions: readonly Uint8Array[];
};

/** A Transaction message as decoded, unchecked. Source: Sawtooth's protos/transaction.proto. */
export type RawTransaction = {
  readonly header: Uint8Array;
  readonly signature: string;
  readonly payload: Uint8Array;
  readonly batcherPublicKey: string;
  readonly signerPublicKey: string;
  readonly family: string;
  readonly payloadSha512: string;
  readonly hasEmptyDependency: boolean;
};

const NOTHING: Uint8Array = new Uint8Array();

/** The messages inside a BatchList, not copied; stops once there are more than `limit`. Error: WireFault. */
export function parseBatchList(list: Uint8Array, limit: number): readonly Uint8Array[] {
  const batches: Uint8Array[] = [];
  for (const field of readFields(list)) {
    if (field.number === 1) batches.push(bytesOf(field));
    if (batches.length > limit) break;
  }
  return batches;
}

/**
 * Reads a Batch; stops once it has more than `limit` transactions. If a field occurs several times the last one counts,
 * as for the ledger. Error: WireFault.
 */
export function parseBatch(message: Uint8Array, limit: number): RawBatch {
  let header = NOTHING;
  let signature = "";
  const transactions: Uint8Array[] = [];
  for (const field of readFields(message)) {
    if (field.number === 1) header = bytesOf(field);
    else if (field.number === 2) signature = textOf(field);
    else if (field.number === 3) transactions.push(bytesOf(field));
    if (transactions.length > limit) break;
  }
  return { header, signature, transactions, ...parseBatchHeader(header, transactions.length) };
}

/** One id more than there are transactions is enough to see that the numbers differ. */
function parseBatchHeader(header: Uint8Array, transactionCount: number) {
  let signerPublicKey = "";
  const transactionIds: string[] = [];
  for (const field of readFields(header)) {
    if (field.number === 1) signerPublicKey = textOf(field);
    else if (field.number === 2) transactionIds.push(textOf(field));
    if (transactionIds.length > transactionCount) break;
  }
  return { signerPublicKey, transactionIds };
}

/** Reads a Transaction. Error: WireFault. */
export function parseTransaction(message: Uint8Array): RawTransaction {
  let header = NOTHING;
  let signature = "";
  let payload = NOTHING;
  for (const field of readFields(message)) {
    if (field.number === 1) header = bytesOf(field);
    else if (field.number === 2) signature = textOf(field);
    else if (field.number === 3) payload = bytesOf(field);
  }
  return { header, signature, payload, ...parseTransactionHeader(header) };
}

/** Fields of TransactionHeader with one text each; 2, 5 and 7 are lists. */
const TEXTS = {
  1: "batcher",
  3: "name",
  4: "version",
  6: "nonce",
  9: "payloadSha512",
  10: "signer",
} as const;
const LISTS: ReadonlySet<number> = new Set([2, 5, 7]);

function parseTransactionHeader(header: Uint8Array) {
  const texts: Partial<Record<(typeof TEXTS)[keyof typeof TEXTS], string>> = {};
  let hasEmptyDependency = false;
  for (const field of readFields(header)) {
    const name = nameOf(field.number);
    if (name !== undefined) texts[name] = textOf(field);
    else if (LISTS.has(field.number) && textOf(field) === "" && field.number === 2) hasEmptyDependency = true;
  }
  return {
    batcherPublicKey: texts.batcher ?? "",
    signerPublicKey: texts.signer ?? "",
    family: `${texts.name ?? ""} ${texts.version ?? ""}`,
    payloadSha512: texts.payloadSha512 ?? "",
    hasEmptyDependency,
  };
}

function nameOf(field: number): (typeof TEXTS)[keyof typeof TEXTS] | undefined {
  return Object.hasOwn(TEXTS, field) ? TEXTS[field as keyof typeof TEXTS] : undefined;
}
