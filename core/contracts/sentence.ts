/** A moment in a sentence. `at`: ISO 8601 with offset Z; `text`: the same in UTC, as the sentence has it as text. */
export type Moment = { readonly at: string; readonly text: string };

/** Words, which may hold what a person typed, or a moment among them. */
export type Piece = string | Moment;

/** A sentence, or a few, in at most PIECES_MOST pieces; joined they are its text. */
export type Sentence = readonly Piece[];

/** What a person typed adds words and no piece, so a few times in Waybill's own sentences are all there is to count. */
export const PIECES_MOST = 20;
