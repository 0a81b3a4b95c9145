import type { SignedBatch } from "../../../core/ledger/ports.ts";
import type { PayloadKind } from "../../../core/manifest/kinds.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { holdJson, type KeptHold, readHold } from "../hold/hold.ts";
import { isUniqueViolation } from "../unique-violation.ts";
import type { BatchViewRow } from "./read.ts";

/**
 * A deposit that has been received and checked. Sizes in bytes; `payloadPath` is relative to the working storage. `key`:
 * the Idempotency-Key it came with, with a digest of all that was sent.
 */
export type NewBatch = {
  readonly id: string;
  readonly collectionId: string;
  readonly submitterId: string;
  readonly submitter: string;
  /** Who submitted it: the submitter, or somebody on their behalf. */
  readonly actor: string;
  readonly userAgent: string | null;
  readonly kind: PayloadKind;
  readonly responseForm: "json" | "xml";
  readonly update: boolean;
  readonly deposit: Readonly<Record<string, unknown>> & { readonly title?: string | undefined };
  readonly payloadFilename: string;
  readonly payloadPath: string;
  readonly payloadSize: number;
  readonly payloadSha256: string;
  readonly digestType: string | null;
  readonly digestValue: string | null;
  readonly key: { readonly key: string; readonly bodySha256: string } | null;
};

type Born = Pick<
  BatchViewRow,
  | "collection"
  | "collectionName"
  | "laneId"
  | "lane"
  | "laneSeq"
  | "silentSince"
  | "profileVersion"
  | "createdAt"
  | "stateAt"
> & { readonly collectionHold: KeptHold; readonly intakeHold: KeptHold };

/**
 * Accepts a batch: keeps its idempotency key, gives it its place in the lane while the lane's row is locked, so that
 * commit order and lane_seq agree, makes the lane due, and writes its first event. It gets its collection's lane and
 * newest profile as they are now. One statement, which returns the batch as its page shows it, so that nothing has to
 * be read for the answer. Of two simultaneous requests with one key, the second waits here for the first to commit.
 * @returns undefined: the key was used before (`findKey`), and nothing was done
 */
export async function insertBatch(tx: Sql, batch: NewBatch): Promise<BatchViewRow | undefined> {
  const key = batch.key?.key ?? null;
  const [born] = await tx.$queryRaw<Born[]>`
    WITH target AS (
      SELECT collection.id, collection.slug, collection.name, collection.lane_id, profile.id AS profile_id,
        profile.version, ${holdJson(Prisma.sql`collection`)} AS hold
      FROM collection CROSS JOIN LATERAL (
        SELECT id, version FROM profile_version WHERE collection_id = collection.id ORDER BY version DESC LIMIT 1
      ) AS profile
      WHERE collection.id = ${batch.collectionId}
    ), own AS (
      INSERT INTO idempotency_key (user_id, key, body_sha256, batch_id)
      SELECT ${batch.submitterId}, ${key}::text, ${batch.key?.bodySha256 ?? ""}, ${batch.id} WHERE ${key}::text IS NOT NULL
      ON CONFLICT (user_id, key) DO NOTHING
      RETURNING key
    ), place AS (
      UPDATE lane SET next_seq = next_seq + 1, touched = touched + 1,
        due_at = LEAST(COALESCE(due_at, clock_timestamp()), clock_timestamp())
      FROM target
      WHERE lane.id = target.lane_id AND (${key}::text IS NULL OR EXISTS (SELECT FROM own))
      RETURNING lane.id, next_seq - 1 AS seq, service_id, silent_since
    ), born AS (
      INSERT INTO batch (id, collection_id, profile_version_id, lane_id, lane_seq, submitter_id, submitter, user_agent,
        kind, response_form, update, deposit, payload_filename, payload_path, payload_size, payload_sha256,
        digest_type, digest_value, created_at, state_at)
      SELECT ${batch.id}, target.id, target.profile_id, place.id, seq,
        ${batch.submitterId}, ${batch.submitter}, ${batch.userAgent}, ${batch.kind}::payload_kind,
        ${batch.responseForm}::response_form, ${batch.update}, ${JSON.stringify(batch.deposit)}::jsonb,
        ${batch.payloadFilename}, ${batch.payloadPath}, ${batch.payloadSize}, ${batch.payloadSha256},
        ${batch.digestType}, ${batch.digestValue}, clock_timestamp(), clock_timestamp()
      FROM place CROSS JOIN target
      RETURNING id, collection_id, created_at, state_at
    ), told AS (
      INSERT INTO event (kind, batch_id, collection_id, "to", actor)
      SELECT 'batch.accepted', id, collection_id, 'Pending', ${batch.actor} FROM born
    )
    SELECT target.slug AS collection, target.name AS "collectionName", target.hold AS "collectionHold",
      ${holdJson(Prisma.sql`intake`)} AS "intakeHold", place.id AS "laneId", service_id AS lane, seq AS "laneSeq",
      silent_since AS "silentSince", target.version AS "profileVersion", born.created_at AS "createdAt",
      born.state_at AS "stateAt"
    FROM born CROSS JOIN place CROSS JOIN target CROSS JOIN intake`;
  if (born) return asAccepted(batch, born);
  if (batch.key) return undefined;
  throw new Error(`there is no collection ${batch.collectionId}`);
}

/** The batch before anything has happened to it. */
function asAccepted(batch: NewBatch, { collectionHold, intakeHold, ...born }: Born): BatchViewRow {
  return {
    ...born,
    id: batch.id,
    collectionId: batch.collectionId,
    submitterId: batch.submitterId,
    collectionHold: readHold(collectionHold),
    intakeHold: readHold(intakeHold),
    hold: null,
    position: null,
    state: "Pending",
    endedAt: null,
    submitter: batch.submitter,
    kind: batch.kind,
    title: batch.deposit.title ?? null,
    filename: batch.payloadFilename,
    submitted: false,
    submissionStatus: null,
    unresolved: false,
    tries: 0,
    message: null,
    waitReason: null,
    stoppedAt: null,
    delayedUntil: null,
    forgottenCount: 0,
    payloadSize: BigInt(batch.payloadSize),
    payloadSha256: batch.payloadSha256,
    errorCode: null,
    errorMessage: null,
    problems: null,
    expandedAt: null,
  };
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

/** The ids of batches, old and new, by ledger id. */
type Taken = ReadonlyMap<string, { readonly batchId: string; readonly isNew: boolean }>;

/**
 * Accepts signed batches at the end of their lane, in the order given, while the lane's row is locked. Batches it
 * already has (by ledger id) are skipped. At most 1,000. Two statements; only when somebody else has handed in one of
 * them in between, it looks and inserts again with the lane locked. @returns the ids of all of them
 */
export async function acceptLedgerBatches(db: Db, given: NewLedgerBatches): Promise<Taken> {
  try {
    return await insertLedgerBatches(db, given);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return db.transact(async (sql) => {
      await sql.$queryRaw`SELECT FROM lane WHERE id = ${given.laneId} FOR UPDATE`;
      return insertLedgerBatches(sql, given);
    });
  }
}

async function insertLedgerBatches(tx: Sql, given: NewLedgerBatches): Promise<Taken> {
  const ids = given.batches.map(({ ledgerId }) => ledgerId);
  const known = await tx.$queryRaw<{ ledgerId: string; batchId: string }[]>`
    SELECT ledger_id AS "ledgerId", batch_id AS "batchId" FROM ledger_batch
    WHERE lane_id = ${given.laneId} AND ledger_id = ANY(${ids}::text[])`;
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

async function insert(tx: Sql, given: NewLedgerBatches, fresh: NewLedgerBatches["batches"]): Promise<void> {
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

export type KeptKey = { readonly batchId: string; readonly bodySha256: string };

/** What a person's idempotency key was used for, if anything. */
export async function findKey(tx: Sql, userId: string, key: string): Promise<KeptKey | undefined> {
  const [kept] = await tx.$queryRaw<KeptKey[]>`
    SELECT batch_id AS "batchId", body_sha256 AS "bodySha256" FROM idempotency_key
    WHERE user_id = ${userId} AND key = ${key}`;
  return kept;
}
