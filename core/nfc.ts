/** Unicode's own bound for honest text is 30 (UAX #15, "Stream-Safe Text Format"). */
const LONG_RUN = /\p{Mark}{65}/u;
const PIECE = /\P{Mark}*\p{Mark}{0,64}/gu;

/**
 * A text in Unicode's form NFC, in time that grows with its length: putting a run of combining marks in order takes the
 * square of the run's length, 5 s for 65,536 of them. A run of more than 64 is put in order 64 at a time. Source: UAX #15.
 */
export function nfc(text: string): string {
  if (!LONG_RUN.test(text)) return text.normalize("NFC");
  return (text.match(PIECE) ?? []).map((piece) => piece.normalize("NFC")).join("");
}
