import { closedHint } from "./closed-hint.ts";

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was reset",
  WAYBILL_RESET: "the connection was reset",
  EPIPE: "the connection was closed while the request was sent",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name could not be looked up",
  EHOSTUNREACH: "its host cannot be reached",
  ENETUNREACH: "its network cannot be reached",
  ETIMEDOUT: "the connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  UND_ERR_SOCKET: "the connection was closed before the answer",
  UND_ERR_HEADERS_OVERFLOW: "the answer's headers are too long",
  HTTPParserError: "the answer is not HTTP",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is from an unknown authority",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there, so its address may begin with http",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  UND_ERR_INVALID_ARG: "its address or the headers set for it cannot be used",
};

/** Why there was no answer from `url`, as a clause, and whether the request itself could not be made. */
export function noAnswerReason(error: Error, url: URL): { readonly why: string; readonly isOurs: boolean } {
  const code = codeOf(error);
  const why = (REASONS[code] ?? `the connection failed (${code})`) + closedHint(code, url);
  return { why, isOurs: code === "UND_ERR_INVALID_ARG" };
}

function codeOf(error: Error): string {
  // undici reports its parser's error with a code of the parser, and with none when the answer is not HTTP at all.
  if (error.name === "HTTPParserError") return error.name;
  const named = "code" in error && typeof error.code === "string" ? error.code : undefined;
  // A host with several addresses fails with one error for each.
  const [first] = error instanceof AggregateError ? error.errors : [];
  return named ?? (first instanceof Error ? codeOf(first) : error.name);
}
