/**
 * A hint about a connection that was closed without an answer, as the end of a clause: a TLS-only server does this to
 * plain HTTP requests. `code`: of undici's error. Empty for everything else.
 */
export function closedHint(code: string, url: URL): string {
  return code === "UND_ERR_SOCKET" && url.protocol === "http:" ? ", as an https-only server does" : "";
}
