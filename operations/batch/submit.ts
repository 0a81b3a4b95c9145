import { createHash } from "node:crypto";
import type { DepositFields } from "../../core/contracts/deposit.ts";
import { WaybillError } from "../../core/errors.ts";
import { readArk } from "../../core/identifier/ark.ts";
import { readLocalIds } from "../../core/identifier/local-ids.ts";
import { batchId } from "../../core/ids.ts";
import type { Receive, Received } from "../../core/ports.ts";
import { findKey, insertBatch, type KeptKey } from "../../prisma/store/batch/accept.ts";
import type { BatchViewRow } from "../../prisma/store/batch/read.ts";
import { lockBatchFolder } from "../../prisma/store/upkeep.ts";
import { allow } from "../allow.ts";
import { findForDeposit } from "../collection/find-for-deposit.ts";
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

/**
 * `accepted`: the new batch, as it was when it was accepted; undefined: the same key and body came before, and nothing
 * new was created.
 */
export type Submitted = { readonly batchId: string; readonly accepted: BatchViewRow | undefined };

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
  let judged: { readonly slug: string; readonly collectionId: string } | undefined;
  const received = await request.receive(async ({ fields: given, leastBytes, isExact, head }) => {
    if (given.collection === undefined) return;
    const fields = readFields(given);
    // the other half of a digest may follow the file
    if (fields.digestType && fields.digestValue) readDeclaredDigest(fields);
    const slug = fields.collection;
    if (judged?.slug !== slug) judged = { slug, collectionId: await findForDeposit(ctx, slug) };
    if (isExact) checkSize(leastBytes, fields.size);
    // a form may still say that it is not a container
    if (head && fields.type === "container") checkFormat(head.bytes);
  });
  try {
    const fields = readFields(received.fields);
    const slug = fields.collection;
    const collectionId = judged?.slug === slug ? judged.collectionId : await findForDeposit(ctx, slug);
    const body = bodyDigest(received);
    const before = idempotencyKey && (await findKey(ctx.db, ctx.actor.id, idempotencyKey));
    if (before) return await repeat(received, before, body);
    return await accept(ctx, request, { received, fields, collectionId, body });
  } catch (error) {
    // After any other error the commit may have happened; a payload without a row is swept away later.
    if (error instanceof WaybillError) await received.discard();
    throw error;
  }
}

type Accepting = {
  readonly received: Received;
  readonly fields: DepositFields;
  readonly collectionId: string;
  readonly body: string;
};

async function accept(ctx: Context, request: SubmitRequest, accepting: Accepting): Promise<Submitted> {
  const { received, fields, collectionId, body } = accepting;
  const declared = readDeclaredDigest(fields);
  const { primaryIdentifier, ...rest } = fields;
  const primary = primaryIdentifier === undefined ? undefined : readArk(primaryIdentifier);
  const { notification } = fields;
  if (notification !== undefined) await requireOwnAddress(ctx, notification, collectionId);
  // identifiers in rows and metadata files are known later; Processing checks all of them again
  if (primary !== undefined) await requireSuppliable(ctx.db, primary, collectionId);
  readLocalIds(fields.localIdentifier ?? "");
  const payload = await checkPayload(ctx, received, fields, declared);
  const id = batchId(ctx.uuid());
  const payloadPath = await received.keep(id);
  const { idempotencyKey } = request;
  const accepted = await ctx.db.transact(async (sql) => {
    // from here to the commit no sweep treats the payload as an orphan
    await lockBatchFolder(sql, id);
    await received.requireKept();
    return insertBatch(sql, {
      id,
      collectionId,
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
      key: idempotencyKey === null ? null : { key: idempotencyKey, bodySha256: body },
    });
  });
  if (!accepted) return repeat(received, await getKey(ctx, idempotencyKey), body);
  ctx.changes.note({ batch: id, due: ["lane"] });
  return { batchId: id, accepted };
}

/** What a simultaneous request has used the key for. */
async function getKey({ db, actor }: Context, key: string | null): Promise<KeptKey> {
  const winner = key === null ? undefined : await findKey(db, actor.id, key);
  if (!winner) throw new Error("the key was used before, and is not there");
  return winner;
}

async function repeat(received: Received, before: KeptKey, body: string): Promise<Submitted> {
  await received.discard();
  if (before.bodySha256 === body) return { batchId: before.batchId, accepted: undefined };
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
