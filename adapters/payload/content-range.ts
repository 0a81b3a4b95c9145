/** What a `Content-Range` of bytes says: first and last byte counted from 0, and the whole file's size. */
export type ContentRange = { readonly first: number; readonly last: number; readonly total: number };

const RANGE = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i;

/**
 * Reads `bytes first-last/total`; undefined when malformed or when the total is not given. Source: RFC 9110 section
 * 14.4.
 */
export function readContentRange(value: string | undefined): ContentRange | undefined {
  const match = RANGE.exec(value?.trim() ?? "");
  if (!match) return undefined;
  const [first, last, total] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return first <= last && last < total ? { first, last, total } : undefined;
}
