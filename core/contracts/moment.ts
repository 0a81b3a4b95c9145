import * as z from "zod";

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A query's moment with its offset, or a whole UTC day, which stands for its start, or, as an end, for the start of the next
 * day.
 */
export function moment(end: boolean) {
  const error = "Give a day as 2026-01-31, or a moment as 2026-01-31T14:30:00Z or with an offset.";
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error })
    .transform((text) => new Date(Date.parse(text) + (end && DAY.test(text) ? DAY_MS : 0)))
    .optional();
}
