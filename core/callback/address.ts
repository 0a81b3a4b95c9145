import { decoded } from "../decoded.ts";
import { parseUrl } from "../parse-url.ts";
import { trimEndOf } from "../trim-signs.ts";

/**
 * Where a callback is posted: `{callbackUrl}/mc/{job id}`, the path Merritt's receivers know. A slash at the end of the
 * address does not double; a query stays at the end; user info stays for the Basic header. Undefined when it is not an
 * address.
 * Source: docs/reference/callbacks.md, "The request".
 */
export function callbackAddress(callbackUrl: string, jobId: string): string | undefined {
  const url = parseUrl(callbackUrl);
  if (!url) return undefined;
  url.pathname = `${trimEndOf(url.pathname, "/")}/mc/${encodeURIComponent(jobId)}`;
  url.hash = "";
  return url.href;
}

/** Host and port of an address, as the outbox names the receiver; empty for an address that is none. */
export function receiverOf(callbackUrl: string): string {
  return parseUrl(callbackUrl)?.host ?? "";
}

/**
 * Every secret in an address, as it may turn up in an answer that echoes the request: the password, or
 * the name where there is none, the pair of both, its Basic form, and the values of the query. Longest first.
 * @param base64 of UTF-8 text
 */
export function secretsOf(callbackUrl: string, base64: (text: string) => string): readonly string[] {
  const url = parseUrl(callbackUrl);
  if (!url) return [];
  const { username, password, searchParams } = url;
  const pair = `${decoded(username)}:${decoded(password)}`;
  // a name without a password is itself what opens: a token
  const key = password === "" ? username : password;
  const user = key === "" ? [] : [pair, base64(pair), key, decoded(key)];
  return [...user, ...searchParams.values()]
    .filter((secret) => secret !== "")
    .sort((one, other) => other.length - one.length);
}

/** Text with every secret in it replaced by `***`. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((kept, secret) => kept.replaceAll(secret, "***"), text);
}
