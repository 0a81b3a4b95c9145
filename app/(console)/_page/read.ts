import type { ReadValue } from "../../../components/rows/list-filters.model.ts";
import { type SearchValues, searchValue } from "../../../components/rows/url-filter.model.ts";

/** Rows of one page of a list; what the API gives when nothing is asked for. */
export const PAGE_LIMIT = 50;

/** Reads a page's query the way the browser does. */
export async function readerOf(searchParams: Promise<SearchValues>): Promise<ReadValue> {
  const values = await searchParams;
  return (name) => searchValue(values, name);
}
