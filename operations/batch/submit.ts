import { createHash } from "node:crypto";
import type { DepositFields } from "../../core/contracts/deposit.ts";
import { WaybillError } from "../../core/errors.ts";
import { readArk } from "../../core/identifier/ark.ts";
import { readLocalIds } from "../../core/identifier/local-ids.ts";
import { batchId } from "../../core/ids.ts";
import type { Receive, Received } from "../../core/ports.ts";
import { findKey, insertBatch, keepKey } from "../../prisma/store/batch/accept.ts";
import { lockBatchFolder } from "../../prisma/store/upkeep.ts";
import { allow } from "../allow.ts";
import { type DepositTarget, findForDeposit } from "../collection/find-for-deposit.ts";
import type { Context } from "../context.ts";
import { requireSuppliable } from "../identifier/require-suppliable.ts";
import { checkFormat, checkPayload, checkSize } from "./check-payload.ts";
import { readDeclaredDigest, readFields } from "./read-fields.ts";
import { requireOwnAddress } from "./require-own-address.ts";

/** What a request contains besides its file and fields. */
export type SubmitRequest = {
  readonly receive: Receive;
  readonly idempotencyKey: string | null;
  readonly userAgent: string | null;
};

/** `repeated`: the same key and body came before, and nothing new was created. */
export type Submitted = { readonly batchId: string; readonly repeated: boolean };

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Takes a deposit: receives the payload, judges it, and accepts it as a batch at the end of its collection's lane.
 * Role, collection, fields and declared size are judged before the first byte of the payload is kept, or, in a form
 * whose fields follow its file, as soon as they come; a container's format by its first bytes. A refused deposit leaves
 * no row and no file.
 * @throws WaybillError of the request family (`bad_identifier`: an ARK that is not the collection's to give;
 * `not_allowed`: somebody else's address for the report), `manifest_invalid`, `name_refused`, `key_reused`, `disk_full`
 */
export async function submitBatch(ctx: Context, request: SubmitRequest): Promise<Submitted> {
  allow(ctx.actor, "deposit");
  const { idempotencyKey } = request;
  if (idempotencyKey !== null && !KEY.test(idempotencyKey)) {
    throw new WaybillError(
      "bad_request",
      "An Idempotency-Key has 1 to 255 printable characters without spaces.",
    );
  }
  let judged: string | undefined;
  const received = await request.receive(async ({ fields: given, leastBytes, isExact, head }) => {
    if (given.collection === undefined) return;
    const fields = readFields(given);
    // the other half of a digest may follow the file
    if (fields.digestType && fields.digestValue) readDeclaredDigest(fields);
    if (judged !== fields.collection) await findForDeposit(ctx, fields.collection);
    judged = fields.collection;
    if (isExact) checkSize(leastBytes, fields.size);
    // a form may still say that it is not a container
    if (head && fields.type === "container") checkFormat(head.bytes);
  });
  try {
    const fields = readFields(received.fields);
    // read again, since its profile may have changed during the upload
    const target = await findForDeposit(ctx, fields.collection);
    const body = bodyDigest(received);
    const before = idempotencyKey && (await findKey(ctx.db, ctx.actor.id, idempotencyKey));
    if (before) return await repeat(received, before, body);
    return await accept(ctx, request, { received, fields, target, body });
  } catch (error) {
    // After any other error the commit may have happened; a payload without a row is swept away later.
    if (error instanceof WaybillError) await received.discard();
    throw error;
  }
}

type Accepting = {
  readonly received: Received;
  readonly fields: DepositFields;
  readonly target: DepositTarget;
  readonly body: string;
};

async function accept(ctx: Context, request: SubmitRequest, accepting: Accepting): Promise<Submitted> {
  const { received, fields, target, body } = accepting;
  const declared = readDeclaredDigest(fields);
  const { primaryIdentifier, ...rest } = fields;
  const primary = primaryIdentifier === undefined ? undefined : readArk(primaryIdentifier);
  const { notification } = fields;
  if (notification !== undefined) await requireOwnAddress(ctx, notification, target.collectionId);
  // identifiers in rows and metadata files are known later; Processing checks all of them again
  if (primary !== undefined) await requireSuppliable(ctx.db, primary, target.collectionId);
  readLocalIds(fields.localIdentifier ?? "");
  const payload = await checkPayload(ctx, received, fields, declared);
  const id = batchId(ctx.uuid());
  const payloadPath = await received.keep(id);
  const { idempotencyKey } = request;
  const winner = await ctx.db.$transaction(async (tx) => {
    // from here to the commit no sweep treats the payload as an orphan
    await lockBatchFolder(tx, id);
    await received.requireKept();
    if (idempotencyKey) {
      const other = await keepKey(tx, {
        userId: ctx.actor.id,
        key: idempotencyKey,
        bodySha256: body,
        batchId: id,
      });
      if (other) return other;
    }
    await insertBatch(tx, {
      id,
      collectionId: target.collectionId,
      profileVersionId: target.profileVersionId,
      laneId: target.laneId,
      submitterId: ctx.actor.id,
      submitter: received.submitter ?? ctx.actor.name,
      actor: ctx.actor.name,
      userAgent: request.userAgent?.slice(0, 500) ?? null,
      kind: payload.kind,
      responseForm: fields.responseForm,
      update: fields.update === "true",
      deposit: { ...rest, ...(primary && { primaryIdentifier: primary }) },
      payloadFilename: payload.filename,
      payloadPath,
      payloadSize: received.sizeBytes,
      payloadSha256: received.sha256,
      digestType: declared?.algorithm ?? null,
      digestValue: declared?.value ?? null,
    });
    return undefined;
  });
  if (winner) return repeat(received, winner, body);
  ctx.changes.note({ batch: id, due: true });
  return { batchId: id, repeated: false };
}

async function repeat(
  received: Received,
  before: { batchId: string; bodySha256: string },
  body: string,
): Promise<Submitted> {
  await received.discard();
  if (before.bodySha256 === body) return { batchId: before.batchId, repeated: true };
  throw new WaybillError(
    "key_reused",
    "This Idempotency-Key was used for another deposit. Use a new key for a new deposit.",
  );
}

/** A digest over everything that makes two requests the same deposit. */
function bodyDigest(received: Received): string {
  const fields = Object.entries(received.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([fields, received.filename ?? null, received.sha256]))
    .digest("hex");
}
