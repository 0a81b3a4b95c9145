import * as z from "zod";
import { CHECK_KIND_NAMES } from "../check/kinds.ts";
import { PAGING } from "./paging.ts";
import { Reason } from "./reason.ts";

/** Body of `POST /api/v1/checks`. `deep`: read all stored bytes. */
export const CheckRequest = z.strictObject({ deep: z.boolean().default(false) });
export type CheckRequest = z.infer<typeof CheckRequest>;

/** Query of `GET /api/v1/checks`: newest first, keyset pages. */
export const CheckQuery = z.strictObject({
  ...PAGING,
});
export type CheckQuery = z.infer<typeof CheckQuery>;

/** Query of `GET /api/v1/checks/{id}`: findings by kind and subject, keyset pages. */
export const FindingQuery = z.strictObject({
  kind: z.enum(CHECK_KIND_NAMES).optional(),
  ...PAGING,
});
export type FindingQuery = z.infer<typeof FindingQuery>;

/** Body of `POST /api/v1/checks/{id}/repair`: all of one kind, or these findings. */
export const RepairRequest = z
  .strictObject({
    kind: z.enum(CHECK_KIND_NAMES).optional(),
    findings: z.array(z.string().max(64)).min(1).max(1_000).optional(),
    reason: Reason,
  })
  .refine(({ kind, findings }) => (kind === undefined) !== (findings === undefined), {
    message: "Name either a kind or findings.",
  });
export type RepairRequest = z.infer<typeof RepairRequest>;
