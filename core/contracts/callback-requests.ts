import * as z from "zod";
import { PAGING } from "./paging.ts";
import { Reason } from "./reason.ts";

const slug = z.string().min(1).max(64);

export const CALLBACK_STATUSES = ["Waiting", "Sent", "Failed"] as const;
export type CallbackStatus = (typeof CALLBACK_STATUSES)[number];

/** Query of `GET /api/v1/callbacks`: newest first, keyset pages. */
export const CallbackQuery = z.strictObject({
  status: z.enum(CALLBACK_STATUSES).optional(),
  collection: slug.optional(),
  job: z.string().max(64).optional(),
  ...PAGING,
});
export type CallbackQuery = z.infer<typeof CallbackQuery>;

/** Body of `POST /api/v1/callbacks/{id}/redeliver`. */
export const RedeliverRequest = z.strictObject({ reason: Reason });

/** Body of `POST /api/v1/callbacks/redeliver`: all failed ones of one collection. */
export const RedeliverFailedRequest = z.strictObject({ collection: slug, reason: Reason });
export type RedeliverFailedRequest = z.infer<typeof RedeliverFailedRequest>;

/**
 * Body of `POST /api/v1/callback-secrets`. `overlapHours`: how long the key in use keeps signing alongside the new one;
 * 0 ends it at once.
 */
export const CallbackSecretRequest = z.strictObject({
  collection: slug,
  overlapHours: z.int().min(0).max(720).default(24),
  reason: Reason,
});
export type CallbackSecretRequest = z.infer<typeof CallbackSecretRequest>;
