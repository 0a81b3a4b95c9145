import * as z from "zod";

/**
 * Query fields of every keyset list: the cursor the previous page returned, and the rows per page. Source:
 * docs/reference/api.md.
 */
export const PAGING = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
} as const;
