/**
 * The wait in milliseconds that a `Retry-After` header asks for, in seconds or as an HTTP date; undefined when it
 * cannot be read. Source: RFC 9110 section 10.2.3.
 */
export function readRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  const at = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
