import { setImmediate as nextTurn } from "node:timers/promises";
import { BATCH_LIST_LIMITS } from "../../core/ledger/batch-problems.ts";
import type { SignedBatch } from "../../core/ledger/ports.ts";
import { checkBatch } from "./check-batch.ts";
import { parseBatch, parseBatchList, type RawBatch } from "./parse-batch.ts";
import { type Note, openProblemList } from "./problem-list.ts";
import { WireFault } from "./wire.ts";

const LONGEST_TURN_MS = 10;

/**
 * Reads an uploaded BatchList and verifies every batch as the ledgers do: structure, signatures (secp256k1 over SHA-256,
 * low S), ids, payload digests. At most 10,485,760 bytes, 1,000 batches, 10,000 transactions. Other requests are served
 * meanwhile; a signature takes some milliseconds. The batches come in the list's order.
 * @throws WaybillError `batch_list_invalid` with all problems; the signal's reason
 * Source: Sawtooth's protos/batch.proto and transaction.proto; docs/reference/api.md, "Errors".
 */
export async function readBatchList(
  list: Uint8Array,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<SignedBatch[]> {
  const { note, throwIfAny } = openProblemList();
  const messages = splitList(list, note);
  throwIfAny();
  const parsed = parseAll(messages, note);
  if (parsed.length < messages.length) throwIfAny();
  noteRepeated(parsed, note);
  const breathe = breather(signal);
  const batches: SignedBatch[] = [];
  for (const [index, batch] of parsed.entries()) {
    if (batch === undefined) continue;
    const { ids, families } = await checkBatch(batch, index + 1, note, breathe);
    const body = wrap(messages[index] ?? new Uint8Array());
    const { signature: ledgerId, signerPublicKey } = batch;
    batches.push({ ledgerId, body, signerPublicKey, transactionIds: ids, families });
  }
  throwIfAny();
  return batches;
}

function splitList(list: Uint8Array, note: Note): readonly Uint8Array[] {
  const { bytes, batches } = BATCH_LIST_LIMITS;
  if (list.length > bytes) {
    note(0, "too_many_bytes");
    return [];
  }
  try {
    const messages = parseBatchList(list, batches);
    if (messages.length === 0) note(0, "no_batches");
    if (messages.length > batches) note(0, "too_many_batches");
    return messages;
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    note(0, "not_a_list", { why: error.message });
    return [];
  }
}

/** The batches, undefined for invalid ones; the list is cut when they hold too many transactions. */
function parseAll(messages: readonly Uint8Array[], note: Note): readonly (RawBatch | undefined)[] {
  const parsed: (RawBatch | undefined)[] = [];
  let left: number = BATCH_LIST_LIMITS.transactions;
  for (const [index, message] of messages.entries()) {
    const batch = tryParse(message, left, (why) => note(index + 1, "not_a_batch", { why }));
    left -= batch?.transactions.length ?? 0;
    if (left < 0) {
      note(0, "too_many_transactions");
      break;
    }
    parsed.push(batch);
  }
  return parsed;
}

function tryParse(message: Uint8Array, limit: number, fail: (why: string) => void): RawBatch | undefined {
  try {
    return parseBatch(message, limit);
  } catch (error) {
    if (!(error instanceof WireFault)) throw error;
    fail(error.message);
    return undefined;
  }
}

function noteRepeated(batches: readonly (RawBatch | undefined)[], note: Note): void {
  const places = new Map<string, number>();
  for (const [index, batch] of batches.entries()) {
    if (batch === undefined) continue;
    const other = places.get(batch.signature);
    if (other === undefined) places.set(batch.signature, index + 1);
    else note(index + 1, "batch_repeated", { other });
  }
}

/** Yields to other work after running for a while, and stops when the result is no longer wanted. */
function breather(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() - since < LONGEST_TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
}

/** A BatchList of one batch with its original bytes: re-encoding could change what a ledger reads. */
function wrap(message: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = message.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128);
  return Buffer.concat([Uint8Array.of(0x0a, ...length, rest), message]);
}
