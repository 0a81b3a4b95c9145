import type { SignedBatch } from "../../../core/ledger/ports.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Tx } from "../../client.ts";
import type { Sql } from "../../sql.ts";

/** A deposit that has been received and checked. Sizes in bytes; `payloadPath` is relative to the working storage. */
export type NewBatch = {
  readonly id: string;
  readonly collectionId: string;
  readonly profileVersionId: string;
  readonly laneId: string;
  readonly submitterId: string;
  readonly submitter: string;
  /** Who submitted it: the submitter, or somebody on their behalf. */
  readonly actor: string;
  readonly userAgent: string | null;
  readonly kind: PayloadKind;
  readonly responseForm: "json" | "xml";
  readonly update: boolean;
  readonly deposit: object;
  readonly payloadFilename: string;
  readonly payloadPath: string;
  readonly payloadSize: number;
  readonly payloadSha256: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
};

/**
 * Accepts a batch: gives it its place in the lane while the lane's row is locked, so that commit order and lane_seq
 * agree, makes the lane due, and writes its first event. One statement.
 */
export async function insertBatch(tx: Sql, batch: NewBatch): Promise<void> {
  await tx.$executeRaw`
    WITH place AS (
      UPDATE lane SET next_seq = next_seq + 1, touched = touched + 1,
        due_at = LEAST(COALESCE(due_at, clock_timestamp()), clock_timestamp())
      WHERE id = ${batch.laneId} RETURNING next_seq - 1 AS seq
    ), born AS (
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter_id, submitter, user_agent,
        kind, response_form, update, deposit, payload_filename, payload_path, payload_size, payload_sha256,
        digest_type, digest_value, created_at, state_at)
      SELECT ${batch.id}, ${batch.collectionId}, ${batch.profileVersionId}, ${batch.laneId}, seq,
        ${batch.submitterId}, ${batch.submitter}, ${batch.userAgent}, ${batch.kind}::payload_kind,
        ${batch.responseForm}::response_form, ${batch.update}, ${JSON.stringify(batch.deposit)}::jsonb,
        ${batch.payloadFilename}, ${batch.payloadPath}, ${batch.payloadSize}, ${batch.payloadSha256},
        ${batch.digestType}, ${batch.digestValue}, clock_timestamp(), clock_timestamp()
      FROM place
      RETURNING id, collection_id
    )
    INSERT INTO event (kind, batch_id, collection_id, "to", actor)
    SELECT 'batch.accepted', id, collection_id, 'Pending', ${batch.actor} FROM born`;
}

/** Signed batches for one lane. `batches`: with their new ids, in the order they are numbered. */
export type NewLedgerBatches = {
  readonly laneId: string;
  readonly collectionId: string;
  readonly profileVersionId: string;
  readonly submitterId: string;
  readonly submitter: string;
  readonly userAgent: string | null;
  readonly batches: readonly (SignedBatch & { readonly id: string; readonly sha256: string })[];
};

/**
 * Accepts signed batches at the end of their lane, in the order given, while the lane's row is locked. Batches it
 * already has (by ledger id) are skipped. At most 1,000. @returns the ids of all of them, old and new, by ledger id
 */
export async function insertLedgerBatches(
  tx: Tx,
  given: NewLedgerBatches,
): Promise<ReadonlyMap<string, { readonly batchId: string; readonly isNew: boolean }>> {
  await tx.$queryRaw`SELECT FROM lane WHERE id = ${given.laneId} FOR UPDATE`;
  const ids = given.batches.map(({ ledgerId }) => ledgerId);
  const known = await tx.ledgerBatch.findMany({
    where: { laneId: given.laneId, ledgerId: { in: ids } },
    select: { ledgerId: true, batchId: true },
  });
  const old = new Map(known.map(({ ledgerId, batchId }) => [ledgerId, batchId]));
  const fresh = given.batches.filter(({ ledgerId }) => !old.has(ledgerId));
  if (fresh.length > 0) await insert(tx, given, fresh);
  return new Map(
    given.batches.map(({ ledgerId, id }) => {
      const batchId = old.get(ledgerId);
      return [ledgerId, { batchId: batchId ?? id, isNew: batchId === undefined }];
    }),
  );
}

async function insert(tx: Tx, given: NewLedgerBatches, fresh: NewLedgerBatches["batches"]): Promise<void> {
  const rows = fresh.map(({ id, ledgerId, body, sha256, ...batch }, place) => {
    const bytes = Buffer.from(body);
    return { ...batch, id, ledgerId, sha256, place, size: bytes.length, body: bytes.toString("base64") };
  });
  await tx.$executeRaw`
    WITH place AS (
      UPDATE lane SET next_seq = next_seq + ${fresh.length}, touched = touched + 1,
        due_at = LEAST(COALESCE(due_at, clock_timestamp()), clock_timestamp())
      WHERE id = ${given.laneId} RETURNING next_seq - ${fresh.length} AS first
    ), new AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS new (
        id text, "ledgerId" text, place int, size bigint, sha256 text, body text, "signerPublicKey" text,
        "transactionIds" jsonb, families jsonb)
    ), born AS (
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter_id, submitter, user_agent,
        kind, deposit, payload_filename, payload_size, payload_sha256, created_at, state_at)
      SELECT new.id, ${given.collectionId}, ${given.profileVersionId}, ${given.laneId}, place.first + new.place,
        ${given.submitterId}, ${given.submitter}, ${given.userAgent}, 'LedgerBatch', '{}',
        left(new."ledgerId", 16) || '.batch', new.size, new.sha256, clock_timestamp(), clock_timestamp()
      FROM new, place
      RETURNING id, collection_id
    ), kept AS (
      INSERT INTO ledger_batch (batch_id, lane_id, ledger_id, body, signer_public_key, transaction_ids, families)
      SELECT new.id, ${given.laneId}, new."ledgerId", decode(new.body, 'base64'), new."signerPublicKey",
        ARRAY(SELECT jsonb_array_elements_text(new."transactionIds")), ARRAY(SELECT jsonb_array_elements_text(new.families))
      FROM new JOIN born USING (id)
    )
    INSERT INTO event (kind, batch_id, collection_id, "to", actor)
    SELECT 'batch.accepted', id, collection_id, 'Pending', ${given.submitter} FROM born`;
}

/**
 * Stores an idempotency key with the batch about to be created. Of two simultaneous requests, the second waits here for
 * the first to commit. @returns what the key was used for before; undefined when it is now ours
 */
export async function keepKey(
  tx: Tx,
  kept: {
    readonly userId: string;
    readonly key: string;
    readonly bodySha256: string;
    readonly batchId: string;
  },
): Promise<KeptKey | undefined> {
  const mine = await tx.$executeRaw`
    INSERT INTO idempotency_key (user_id, key, body_sha256, batch_id)
    VALUES (${kept.userId}, ${kept.key}, ${kept.bodySha256}, ${kept.batchId})
    ON CONFLICT (user_id, key) DO NOTHING`;
  if (mine === 1) return undefined;
  return (await findKey(tx, kept.userId, kept.key)) ?? undefined;
}

export type KeptKey = { readonly batchId: string; readonly bodySha256: string };

/** What a person's idempotency key was used for, if anything. */
export async function findKey(tx: Tx, userId: string, key: string): Promise<KeptKey | null> {
  return tx.idempotencyKey.findUnique({
    where: { userId_key: { userId, key } },
    select: { batchId: true, bodySha256: true },
  });
}
