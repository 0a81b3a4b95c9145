/**
 * A JSON value as text that is the same however its properties were ordered, for a fingerprint. Source: RFC 8785, for values
 * that JSON.parse has made.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) => {
    if (typeof each !== "object" || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
