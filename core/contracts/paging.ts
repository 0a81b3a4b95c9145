import * as z from "zod";

/** Fields of the query of every keyset list: where its page begins, as the page before told it, and rows of a page. Source: docs/reference/api.md. */
export const PAGING = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
} as const;
