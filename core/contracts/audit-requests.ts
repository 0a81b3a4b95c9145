import * as z from "zod";
import { AUDIT_KINDS, type AuditKind } from "../audit/actions.ts";
import { canonicalText } from "../canonical-text.ts";
import { PAGING } from "./paging.ts";

const KINDS = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]];
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A moment with its offset, or a whole UTC day, which stands for its start, or, as an end, for the start of the next
 * day.
 */
function moment(end: boolean) {
  const error = "Give a day as 2026-01-31, or a moment as 2026-01-31T14:30:00Z or with an offset.";
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error })
    .transform((text) => new Date(Date.parse(text) + (end && DAY.test(text) ? DAY_MS : 0)))
    .optional();
}

/** Filters of the audit. Names are compared as they read, so a name copied with a direction mark is found too. */
const filter = {
  /** An id or e-mail: finds what this person did, and what was done to their account and tokens. */
  person: z.string().trim().max(254).transform(canonicalText).optional(),
  kind: z.enum(KINDS).optional(),
  /** The target of an act, by id, slug or service id. */
  target: z.string().trim().max(254).transform(canonicalText).optional(),
  address: z.string().trim().max(64).optional(),
  /** From this moment up to, but not including, the other. A whole day as `to` is included. */
  from: moment(false),
  to: moment(true),
};

/** Query of `GET /api/v1/audit`: newest first. `format` csv: everything that matches, without pages. */
export const AuditQuery = z.strictObject({
  ...filter,
  format: z.enum(["json", "csv"]).default("json"),
  ...PAGING,
});
export type AuditQuery = z.infer<typeof AuditQuery>;
export type AuditFilter = Omit<AuditQuery, "format" | "cursor" | "limit">;
