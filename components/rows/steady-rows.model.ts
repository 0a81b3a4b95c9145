/**
 * What to show while the person reads further down and new rows come in at the top: the rows that were there, with
 * their newest contents. `newer`: rows held back. Rows that the new ones pushed over the end of the page stay; rows
 * that left the list from its middle go. When nothing of the old is left, everything is new and is shown.
 */
export function steadyRows<Row>(
  kept: readonly Row[],
  all: readonly Row[],
  idOf: (row: Row) => string,
): { readonly rows: readonly Row[]; readonly newer: number } {
  const ids = new Set(kept.map(idOf));
  const newer = all.findIndex((row) => ids.has(idOf(row)));
  if (newer <= 0) return { rows: all, newer: 0 };
  const last = all.at(-1);
  const lastAt = last === undefined ? -1 : kept.findIndex((row) => idOf(row) === idOf(last));
  const pushedOut = lastAt === -1 ? [] : kept.slice(lastAt + 1);
  return { rows: [...all.slice(newer), ...pushedOut], newer };
}
