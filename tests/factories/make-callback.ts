import { randomUUID } from "node:crypto";
import type { CallbackPayload } from "../../core/contracts/callback.ts";
import type { CallbackStatus } from "../../core/contracts/callback-requests.ts";
import type { Db } from "../../prisma/client.ts";

/** A callback in the outbox about a job; given up after one try unless said otherwise. */
export async function makeCallback(
  db: Db,
  given: {
    readonly batchId: string;
    readonly jobId: string;
    readonly status?: CallbackStatus;
    readonly ending?: number;
    readonly createdAt?: Date;
  },
): Promise<string> {
  const { batchId, jobId, status = "Failed", ending = 1, createdAt = new Date() } = given;
  const id = `cb-${randomUUID()}`;
  const payload: CallbackPayload = {
    jobId,
    batchId,
    status: "FAILED",
    message: "The source has no such file.",
    ark: null,
    localIds: [],
    filename: "map.tif",
    title: null,
    creator: null,
    date: null,
    submittedAt: "2026-11-28T01:00:00.000Z",
    endedAt: "2026-11-28T01:01:00.000Z",
    receiver: "hooks.example.org",
    address: "pinned",
    tries: 1,
    firstTryAt: createdAt.toISOString(),
  };
  await db.outbox.create({
    data: {
      id,
      kind: "callback",
      dedupKey: `job:${jobId}:${ending}`,
      batchId,
      jobId,
      payload,
      status,
      attempts: 1,
      lastError: status === "Sent" ? null : "503 Down for maintenance",
      endedAt: status === "Waiting" ? null : createdAt,
      dueAt: status === "Waiting" ? new Date(createdAt.getTime() + 60_000) : null,
      createdAt,
      deliveries: {
        create: {
          id: randomUUID(),
          at: createdAt,
          tookMs: 120,
          httpStatus: status === "Sent" ? 200 : 503,
          message: status === "Sent" ? "200" : "503 Down for maintenance",
        },
      },
    },
  });
  return id;
}

/** A signing key in use, of which nobody knows the text. */
export async function makeCallbackSecret(db: Db, collectionId: string): Promise<string> {
  const id = randomUUID();
  await db.callbackSecret.create({ data: { id, collectionId, sealed: "v1.none", createdBy: "test" } });
  return id;
}
