import type { Problem } from "../errors.ts";

/** Limits of one BatchList. Source: Sawtooth's REST API takes 10,485,760 bytes (`client_max_size`). */
export const BATCH_LIST_LIMITS = { bytes: 10_485_760, batches: 1_000, transactions: 10_000 } as const;

/** The most problems that are listed. */
export const MOST_BATCH_PROBLEMS = 1_000;

/**
 * What can be wrong with a BatchList, each as a sentence with `{placeholders}` that `describeBatchProblem` fills in.
 */
export const BATCH_PROBLEMS = {
  not_a_list: "this is not a BatchList: {why}.",
  no_batches: "the list holds no batch.",
  too_many_bytes: "the list has more than 10,485,760 bytes.",
  too_many_batches: "the list holds more than 1,000 batches.",
  too_many_transactions: "the list holds more than 10,000 transactions.",
  more_problems: "there are more problems than the 1,000 listed.",
  not_a_batch: "this is not a Batch: {why}.",
  bad_batch_id: "its header signature is not 128 lower-case hexadecimal digits.",
  batch_repeated: "it is the same batch as batch {other} of the list.",
  bad_signer_key: "its signer's public key is not 66 hexadecimal digits of a compressed secp256k1 key.",
  bad_signature: "its signature does not match its header and its signer's public key.",
  high_s: "its signature is of the high-S form, which ledgers refuse; sign with the low one.",
  no_transactions: "it holds no transaction.",
  transaction_ids_differ: "the transaction ids of its header are not those of its transactions, in order.",
  transaction_repeated: "transaction {transaction} is the same as an earlier one.",
  not_a_transaction: "transaction {transaction} is not a Transaction: {why}.",
  bad_transaction_id:
    "the header signature of transaction {transaction} is not 128 lower-case hexadecimal digits.",
  bad_transaction_key:
    "the signer's public key of transaction {transaction} is not 66 hexadecimal digits of a compressed secp256k1 key.",
  bad_transaction_signature:
    "the signature of transaction {transaction} does not match its header and its signer's public key.",
  transaction_high_s:
    "the signature of transaction {transaction} is of the high-S form, which ledgers refuse; sign with the low one.",
  other_batcher: "transaction {transaction} names a batcher other than the batch's signer.",
  payload_differs:
    "the payload of transaction {transaction} has a different SHA-512 from the one in its header.",
  empty_dependency: "transaction {transaction} has an empty dependency.",
} as const satisfies Record<string, string>;
export type BatchProblemCode = keyof typeof BATCH_PROBLEMS;

/** A problem as reported. `line`: the batch's position in its list, from 1; 0 for the list as a whole. */
export function describeBatchProblem(
  line: number,
  code: BatchProblemCode,
  holes: Readonly<Record<string, string | number>> = {},
): Problem {
  const sentence = BATCH_PROBLEMS[code].replace(/\{(\w+)\}/g, (_, hole: string) => String(holes[hole] ?? ""));
  const message = line === 0 ? capitalised(sentence) : `Batch ${line}: ${sentence}`;
  return { line, code, message };
}

function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
