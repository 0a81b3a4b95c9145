import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Actor } from "../../core/access/roles.ts";
import { hashOf } from "../../operations/token/secret.ts";
import type { Db } from "../../prisma/client.ts";
import { makeBatch } from "../factories/make-batch.ts";
import { makeCallback, makeCallbackSecret } from "../factories/make-callback.ts";
import { type MadeCollection, makeCollection } from "../factories/make-collection.ts";
import { makeEvent } from "../factories/make-event.ts";
import { makeFile } from "../factories/make-file.ts";
import { makeJob } from "../factories/make-job.ts";
import { makeMail } from "../factories/make-mail.ts";
import { makeObject } from "../factories/make-object.ts";
import { makePerson } from "../factories/make-person.ts";
import { makeReport } from "../factories/make-report.ts";
import { makeSession } from "../factories/make-session.ts";
import { makeToken } from "../factories/make-token.ts";

/** Who asks. `owner`: a depositor who is granted the collection in question; `stranger`: one who is granted another. */
export const ASKERS = ["admin", "operator", "viewer", "owner", "stranger"] as const;
export type Asker = (typeof ASKERS)[number];

/** One of everything, in one collection, and somebody of each kind to ask for it. */
export type World = {
  readonly collection: MadeCollection;
  readonly batchId: string;
  /** One that waits. */
  readonly openBatchId: string;
  readonly jobId: string;
  /** A batch in progress, and its one job, which waits. */
  readonly waitingBatchId: string;
  /** The owner's own deposit, which waits for its turn. */
  readonly queuedBatchId: string;
  readonly waitingJobId: string;
  readonly objectId: string;
  readonly mailId: string;
  /** A callback that was given up. */
  readonly callbackId: string;
  /** A signing key in use. */
  readonly callbackSecretId: string;
  /** Somebody to be granted something. */
  readonly personId: string;
  /** Somebody whose account is closed. */
  readonly closedId: string;
  /** A session and a token of the first. */
  readonly sessionId: string;
  readonly tokenId: string;
  readonly askers: Readonly<Record<Asker, Actor>>;
  readonly store: { of(): { open(): Promise<Readable> } };
};

export async function makeWorld(db: Db, options: { readonly held?: boolean } = {}): Promise<World> {
  const held = { at: new Date(), by: "Olga", reason: "disks are moved" };
  const collection = await makeCollection(db, options.held ? { held } : {});
  const elsewhere = await makeCollection(db);
  const batchId = await makeBatch(db, collection, "Failed", { payloadPath: `uploads/${randomUUID()}` });
  const jobId = await makeJob(db, batchId, "Failed", { workingDirectory: "x" });
  await makeFile(db, jobId);
  await makeEvent(db, { batchId, jobId });
  const waitingBatchId = await makeBatch(db, collection);
  const reportId = await makeReport(db, batchId);
  const owner = await makePerson(db, "depositor", [collection]);
  const personId = (await makePerson(db, "depositor")).id;
  const closed = await makePerson(db, "depositor");
  await db.user.update({ where: { id: closed.id }, data: { banned: true } });
  return {
    collection,
    batchId,
    openBatchId: await makeBatch(db, collection, "Pending"),
    jobId,
    waitingBatchId,
    queuedBatchId: await makeBatch(db, collection, "Pending", { submitterId: owner.id }),
    waitingJobId: await makeJob(db, waitingBatchId),
    objectId: await makeObject(db, collection),
    mailId: await makeMail(db, { batchId, reportId }),
    callbackId: await makeCallback(db, { batchId, jobId }),
    callbackSecretId: await makeCallbackSecret(db, collection.id),
    personId,
    closedId: closed.id,
    sessionId: await makeSession(db, personId),
    tokenId: (await db.apiToken.findFirstOrThrow({ where: { hash: hashOf(await makeToken(db, personId)) } }))
      .id,
    askers: {
      admin: await makePerson(db, "admin"),
      operator: await makePerson(db, "operator"),
      viewer: await makePerson(db, "viewer"),
      owner,
      stranger: await makePerson(db, "depositor", [elsewhere]),
    },
    store: { of: () => ({ open: async () => Readable.from(["abc"]) }) },
  };
}
