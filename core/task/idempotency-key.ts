/** A String of structured fields: printable ASCII in double quotes, `"` and `\` escaped. Source: RFC 8941 section 3.3.3. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\]){1,255})"$/;
const BARE = /^[\x21\x23-\x7e][\x21-\x7e]{0,254}$/;

/**
 * The key of an Idempotency-Key header: a String, or the same characters without quotes. Undefined: it is neither.
 * Source: draft-ietf-httpapi-idempotency-key-header-07 section 2.1.
 */
export function readIdempotencyKey(header: string): string | undefined {
  const text = header.trim();
  const [, quoted] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined) return quoted.replace(/\\(["\\])/g, "$1");
  return BARE.test(text) ? text : undefined;
}
