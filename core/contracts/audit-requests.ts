import * as z from "zod";
import { AUDIT_KINDS, type AuditKind } from "../audit/actions.ts";
import { canonicalText } from "../canonical-text.ts";
import { moment } from "./moment.ts";
import { PAGING } from "./paging.ts";

const KINDS = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]];

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
