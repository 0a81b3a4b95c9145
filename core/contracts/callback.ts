import * as z from "zod";

/**
 * A callback in the outbox (`outbox.payload` of kind `callback`): the facts of the job when it ended, so that even a
 * late callback reports what happened then, and the state of its tries. The address is not included: it may hold
 * credentials and stays in the profile. Written by prisma/store/outbox/callback.ts. Source:
 * docs/reference/callbacks.md.
 */
export const CallbackPayload = z.strictObject({
  jobId: z.string(),
  batchId: z.string(),
  status: z.enum(["COMPLETED", "FAILED"]),
  /** Why the job failed; null when it did not. */
  message: z.string().nullable(),
  ark: z.string().nullable(),
  localIds: z.array(z.string()),
  filename: z.string(),
  title: z.string().nullable(),
  creator: z.string().nullable(),
  date: z.string().nullable(),
  /** ISO 8601 with offset Z. */
  submittedAt: z.string(),
  endedAt: z.string(),
  /** Host and port of the receiver; concurrent tries are limited for each. */
  receiver: z.string(),
  /**
   * Which address is used: that of the profile version the batch was accepted under, or the collection's present one.
   */
  address: z.enum(["pinned", "present"]),
  /** Failed tries since the job ended or a person redelivered it, and when the first of them began. */
  tries: z.int(),
  firstTryAt: z.string().nullable(),
});
export type CallbackPayload = z.infer<typeof CallbackPayload>;

/**
 * What the receiver is told; the rest of the payload is internal. `position`: of the batch when it was accepted, which never
 * changes once it is given; null: not yet.
 */
export type CallbackFacts = Omit<CallbackPayload, "receiver" | "address" | "tries" | "firstTryAt"> & {
  readonly position: string | null;
};
