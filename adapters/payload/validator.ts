import { type Headers, headerOf } from "../http/headers.ts";

/** Clocks that differ by less than this cannot make a weak date look strong. */
const DATE_MARGIN_MS = 60_000;

/**
 * The value for `If-Range` that stands for exactly these bytes: a strong ETag, or a Last-Modified at least a minute
 * before the answer's own Date. Undefined when the source gives none, or says that it does not support ranges.
 * Source: RFC 9110 sections 8.8.2.2, 8.8.3 and 13.1.5.
 */
export function strongValidator(headers: Headers): string | undefined {
  if (headerOf(headers, "accept-ranges")?.trim().toLowerCase() === "none") return undefined;
  const etag = headerOf(headers, "etag")?.trim();
  if (etag !== undefined) return /^"[\x21\x23-\x7e]*"$/.test(etag) ? etag : undefined;
  const modified = headerOf(headers, "last-modified")?.trim();
  const ageMs = Date.parse(headerOf(headers, "date") ?? "") - Date.parse(modified ?? "");
  return ageMs >= DATE_MARGIN_MS ? modified : undefined;
}
