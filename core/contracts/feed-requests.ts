import * as z from "zod";
import { BEGINNING, readCursor } from "../sequencer/cursor.ts";

const DIGITS = /^\d{1,16}$/;

/** A whole number in decimal digits alone, from `least` to `most`, refused with the sentence. */
function wholeNumber(least: number, most: number, sentence: string) {
  return z
    .string()
    .refine((text) => DIGITS.test(text) && Number(text) >= least && Number(text) <= most, sentence)
    .transform(Number);
}

/** The most items of one answer, and the longest wait in seconds. */
const MOST_FEED_ITEMS = 1_000;
const LONGEST_FEED_WAIT_S = 30;

/** What a consumer goes on from: the `next` of an answer, the `id` of an event, or a position. */
export const FeedCursor = z.string().transform((text, context) => {
  const cursor = readCursor(text);
  if (cursor) return cursor;
  context.addIssue(
    "A cursor is what an answer's next said, or the position of an item, or 0 for the beginning.",
  );
  return z.NEVER;
});

/** Query of `GET /api/v1/feed`: items after a position, in order. `wait`: seconds. */
export const FeedQuery = z.strictObject({
  after: FeedCursor.default(BEGINNING),
  limit: wholeNumber(1, MOST_FEED_ITEMS, `limit is a whole number from 1 to ${MOST_FEED_ITEMS}.`).default(
    100,
  ),
  wait: wholeNumber(
    0,
    LONGEST_FEED_WAIT_S,
    `wait is a whole number of seconds from 0 to ${LONGEST_FEED_WAIT_S}.`,
  ).default(0),
});
export type FeedQuery = z.infer<typeof FeedQuery>;
