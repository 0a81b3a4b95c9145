import { decoded } from "../decoded.ts";
import { parseUrl } from "../parse-url.ts";
import { isSecretParameter } from "../secret-parameter.ts";

const HIDDEN = "***";
const WEB_SCHEMES = new Set(["http:", "https:", "ftp:", "file:", "ws:", "wss:"]);

const QUERY_PARAMETER = /([?&#])([^=&#?]*)=([^&#]*)/g;
const PATH_PARAMETER = /;([^=;/]*)=([^;/]*)/g;
const INNER_PARAMETER = /[?&#;]([^=&#;?]*)=/g;

/**
 * An address as it may be shown, logged or mailed: user info and the values of secret parameters (`X-Amz-*`, token,
 * signature, key, password, ...) become `***`, in the query, the fragment and `;name=value` parts of the path. The rest
 * stays as written. Also accepts text that is not a valid address, or is too long for one, and hides everything before
 * its last `@`. Never throws.
 */
export function maskUrl(url: string): string {
  const text = maskUserInfo(url);
  const cut = text.search(/[?#]/);
  const path = cut === -1 ? text : text.slice(0, cut);
  const rest = cut === -1 ? "" : text.slice(cut);
  return maskPath(path) + maskQuery(rest);
}

function maskUserInfo(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) return url.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/)?[\s\S]*@/i, `$1${HIDDEN}@`);
  if (parsed.username === "" && parsed.password === "") return url;
  parsed.username = HIDDEN;
  parsed.password = "";
  return parsed.href;
}

function parse(url: string): URL | undefined {
  const parsed = parseUrl(url);
  return parsed && WEB_SCHEMES.has(parsed.protocol) ? parsed : undefined;
}

function maskPath(path: string): string {
  return path.replace(PATH_PARAMETER, (whole, name: string) =>
    isSecretParameter(name) ? `;${name}=${HIDDEN}` : whole,
  );
}

/** A path without its `;name=value` parts that hold a secret, such as `;jsessionid=`. */
export function withoutPathSecrets(path: string): string {
  return path.replace(PATH_PARAMETER, (whole, name: string) => (isSecretParameter(name) ? "" : whole));
}

function maskQuery(query: string): string {
  return query.replace(QUERY_PARAMETER, (whole, mark: string, name: string, value: string) =>
    isSecretParameter(name) || holdsSecret(value) ? `${mark}${name}=${HIDDEN}` : whole,
  );
}

/** A value that is itself an address with user info, or holds parameters of its own. */
function holdsSecret(value: string): boolean {
  const inner = decoded(value);
  if (/\/\/[^/?#]*@/.test(inner)) return true;
  return [...inner.matchAll(INNER_PARAMETER)].some(
    ([, name]) => name !== undefined && isSecretParameter(name),
  );
}
