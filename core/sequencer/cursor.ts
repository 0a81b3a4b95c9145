/**
 * Where a consumer of the feed stands: the last position it was told of, and by what it knows the history that this position is
 * of: the beginning of the hash of the epoch that gave it. After a restore other epochs have other hashes, since times are in
 * them. Undefined: nothing was said of it, or the position is 0. Source: docs/reference/feed.md, "After a restore".
 */
export type Cursor = { readonly position: number; readonly history: string | undefined };

/** Hexadecimal digits of a hash in a cursor: one in 2^48 histories has the same by chance. */
export const HISTORY_DIGITS = 12;

export const BEGINNING: Cursor = { position: 0, history: undefined };

const CURSOR = new RegExp(`^(\\d{1,16})(?:\\.([0-9a-f]{${HISTORY_DIGITS}}))?$`);

/** Reads one as cursorText writes it, or a position alone. @returns undefined: it is none */
export function readCursor(text: string): Cursor | undefined {
  const [, digits, history] = CURSOR.exec(text) ?? [];
  const position = Number(digits);
  return Number.isSafeInteger(position) ? { position, history } : undefined;
}

export function cursorText({ position, history }: Cursor): string {
  return history === undefined ? String(position) : `${position}.${history}`;
}
