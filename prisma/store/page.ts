/** Cursor of a newest-first list: the last row's time and id. */
export type TimeCursor = { readonly at: Date; readonly id: string };

export function writeTimeCursor({ at, id }: TimeCursor): string {
  return `${at.getTime()}_${id}`;
}

/** The cursor a client sent back; undefined when it is invalid, which reads as the first page. */
export function readTimeCursor(text: string | undefined): TimeCursor | undefined {
  const match = /^(\d{1,13})_([\x21-\x7e]{1,80})$/.exec(text ?? "");
  return match?.[1] && match[2] ? { at: new Date(Number(match[1])), id: match[2] } : undefined;
}

const MOST_INT = 2_147_483_647;

/** Cursor of a list by place: the last ordinal shown, as PostgreSQL's integer. */
export function readOrdinalCursor(text: string | undefined): number {
  return /^\d{1,10}$/.test(text ?? "") ? Math.min(Number(text), MOST_INT) : 0;
}

/** Cuts a list fetched with one extra row, and returns the cursor of the next page. */
export function pageOf<Row, Out>(
  rows: readonly Row[],
  limit: number,
  cursorOf: (row: Row) => string,
  show: (row: Row) => Out,
): { items: Out[]; next: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(show), next: rows.length > limit && last ? cursorOf(last) : null };
}
