/**
 * What may be meant by a connection that was closed without an answer, as the end of a clause: a server that speaks TLS
 * alone does so to a request in plain HTTP. `code`: of undici's error. Empty for everything else.
 */
export function closedHint(code: string, url: URL): string {
  return code === "UND_ERR_SOCKET" && url.protocol === "http:" ? ", as one does that takes https alone" : "";
}
