import { createHash } from "node:crypto";
import type { BatchProblemCode } from "../../core/ledger/batch-problems.ts";
import { parseTransaction, type RawBatch, type RawTransaction } from "./parse-batch.ts";
import type { Note } from "./problem-list.ts";
import { findSignatureFault, type SignatureFault } from "./signature.ts";
import { WireFault } from "./wire.ts";

/** The facts in one batch's transactions. */
export type BatchFacts = { readonly ids: readonly string[]; readonly families: readonly string[] };

const OF_BATCH = {
  shape: "bad_batch_id",
  key: "bad_signer_key",
  high_s: "high_s",
  mismatch: "bad_signature",
} as const satisfies Record<SignatureFault, BatchProblemCode>;

const OF_TRANSACTION = {
  shape: "bad_transaction_id",
  key: "bad_transaction_key",
  high_s: "transaction_high_s",
  mismatch: "bad_transaction_signature",
} as const satisfies Record<SignatureFault, BatchProblemCode>;

/**
 * Checks everything a ledger checks before it queues a batch: signatures, ids, payload digests. Each problem is noted
 * under the batch's number. `breathe` is awaited before every costly step. Returns the facts of a batch without
 * problems.
 */
export async function checkBatch(
  batch: RawBatch,
  line: number,
  note: Note,
  breathe: () => Promise<void>,
): Promise<BatchFacts> {
  await breathe();
  const fault = findSignatureFault(batch.header, batch.signature, batch.signerPublicKey);
  if (fault) note(line, OF_BATCH[fault]);
  if (batch.transactions.length === 0) note(line, "no_transactions");
  const ids: string[] = [];
  const seen = new Set<string>();
  const families = new Set<string>();
  for (const [index, message] of batch.transactions.entries()) {
    const place = { transaction: index + 1 };
    const transaction = tryParse(message, (why) => note(line, "not_a_transaction", { ...place, why }));
    ids.push(transaction?.signature ?? "");
    if (transaction === undefined) continue;
    if (seen.has(transaction.signature)) note(line, "transaction_repeated", place);
    seen.add(transaction.signature);
    families.add(transaction.family);
    await breathe();
    for (const code of faultsOf(transaction, batch)) note(line, code, place);
  }
  if (!areEqual(ids, batch.transactionIds)) note(line, "transaction_ids_differ");
  return { ids, families: [...families] };
}

function tryParse(message: Uint8Array, fail: (why: string) => void): RawTransaction | undefined {
  try {
    return parseTransaction(message);
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    fail(error.message);
    return undefined;
  }
}

function faultsOf(transaction: RawTransaction, batch: RawBatch): readonly BatchProblemCode[] {
  const { header, signature, signerPublicKey, batcherPublicKey, payload, payloadSha512 } = transaction;
  const fault = findSignatureFault(header, signature, signerPublicKey);
  return [
    ...(fault ? [OF_TRANSACTION[fault]] : []),
    ...(batcherPublicKey === batch.signerPublicKey ? [] : (["other_batcher"] as const)),
    ...(createHash("sha512").update(payload).digest("hex") === payloadSha512
      ? []
      : (["payload_differs"] as const)),
    ...(transaction.hasEmptyDependency ? (["empty_dependency"] as const) : []),
  ];
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}
