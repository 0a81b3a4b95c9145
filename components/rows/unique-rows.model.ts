import type { Page } from "../../core/contracts/views.ts";

/** The rows of all pages, each once: a row that moved while pages were read may be on two of them. */
export function uniqueRows<Row>(pages: readonly Page<Row>[], idOf: (row: Row) => string): readonly Row[] {
  const rows = new Map<string, Row>();
  for (const page of pages) {
    for (const row of page.items) {
      const id = idOf(row);
      if (!rows.has(id)) rows.set(id, row);
    }
  }
  return [...rows.values()];
}
