import type { Sentence } from "../contracts/sentence.ts";
import type { Hold } from "./hold.ts";
import { holdSentence, whyPaused } from "./words.ts";

/** Why a Held job is held, in words: its own hold, else its collection's, else its batch's, else the intake's; null: none is in force. */
export function whyJobHeld(holds: {
  readonly own: Hold | null;
  readonly batch: Hold | null;
  readonly collection: Hold | null;
  readonly intake: Hold | null;
}): Sentence | null {
  if (holds.own) return holdSentence("The job", holds.own);
  if (holds.collection) return holdSentence("The collection", holds.collection);
  if (holds.batch) return holdSentence("The batch", holds.batch);
  return holds.intake ? whyPaused(holds.intake) : null;
}
