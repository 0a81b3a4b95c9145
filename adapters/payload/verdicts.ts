import type { ErrorCode } from "../../core/errors.ts";

/** What the reader of the message can do. */
export const ADVICE = {
  address: "Check the address in the manifest.",
  access: "Ask the owner of the source for access, or correct the credentials in the address.",
  content: "Correct the manifest or the file at the source, and try again.",
  later: "Try again later, or ask the owner of the source.",
  operator: "Check the address in the manifest, or ask an operator whether files may come from there.",
  size: "Declare the size of the file in the manifest, or ask an operator for a higher limit.",
  source: "Ask the owner of the source to correct this.",
} as const satisfies Record<string, string>;
export type Advice = keyof typeof ADVICE;

/** What a source's failure means: its code, whether another try may help, and what to advise. */
export type Verdict = { readonly code: ErrorCode; readonly isTransient: boolean; readonly advice: Advice };

const permanent = (code: ErrorCode, advice: Advice): Verdict => ({ code, isTransient: false, advice });
const transient = (code: ErrorCode, advice: Advice = "later"): Verdict => ({
  code,
  isTransient: true,
  advice,
});

/** Verdicts on the status of an answer. Of those not listed, 5xx are transient, the rest permanent. */
const STATUS_VERDICTS: Readonly<Record<number, Verdict>> = {
  401: permanent("source_refused", "access"),
  403: permanent("source_refused", "access"),
  404: permanent("source_not_found", "address"),
  407: permanent("source_refused", "access"),
  408: transient("source_timeout"),
  410: permanent("source_not_found", "address"),
  425: transient("source_unreachable"),
  429: transient("source_unreachable"),
  451: permanent("source_refused", "access"),
};

/** Verdicts on failures below HTTP, by the `code` of the error. Source: Node.js errors, getaddrinfo(3), undici errors. */
const CAUSE_VERDICTS: Readonly<Record<string, Verdict>> = {
  ENOTFOUND: transient("source_unreachable", "address"),
  EAI_AGAIN: transient("source_unreachable"),
  ECONNREFUSED: transient("source_unreachable"),
  ECONNRESET: transient("source_unreachable"),
  ETIMEDOUT: transient("source_timeout"),
  UND_ERR_CONNECT_TIMEOUT: transient("source_timeout"),
  UND_ERR_HEADERS_OVERFLOW: permanent("source_refused", "source"),
  ERR_SSL_WRONG_VERSION_NUMBER: permanent("source_unreachable", "address"),
  HTTPParserError: permanent("source_unreachable", "source"),
  CERT_HAS_EXPIRED: permanent("source_unreachable", "source"),
  CERT_NOT_YET_VALID: permanent("source_unreachable", "source"),
  DEPTH_ZERO_SELF_SIGNED_CERT: permanent("source_unreachable", "source"),
  SELF_SIGNED_CERT_IN_CHAIN: permanent("source_unreachable", "source"),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: permanent("source_unreachable", "source"),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: permanent("source_unreachable", "source"),
  ERR_TLS_CERT_ALTNAME_INVALID: permanent("source_unreachable", "source"),
};

/** What failed without an answer, as text, by the `code` of the error. */
const CAUSE_WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name could not be looked up",
  ECONNREFUSED: "the source refused the connection",
  ETIMEDOUT: "the source did not take the connection in time",
  UND_ERR_CONNECT_TIMEOUT: "the source did not take the connection in time",
  HTTPParserError: "the source does not answer in HTTP, or in a broken form of it",
  UND_ERR_HEADERS_OVERFLOW: "the headers of its answer are too long",
  UND_ERR_SOCKET: "the source closed the connection without an answer",
  ERR_SSL_WRONG_VERSION_NUMBER: "the source does not speak TLS there, so its address may begin with http",
  CERT_HAS_EXPIRED: "the certificate of the source has expired",
  CERT_NOT_YET_VALID: "the certificate of the source is not valid yet",
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate of the source is for another host",
};

/** The verdict on an answer that does not bring the file. */
export function judgeStatus(status: number): Verdict {
  const named = STATUS_VERDICTS[status];
  if (named) return named;
  return status >= 500 ? transient("source_unreachable") : permanent("source_refused", "address");
}

/** The verdict on a request that got no answer, and the reason as a clause. */
export function judgeCause(code: string): Verdict & { readonly why: string } {
  const verdict = CAUSE_VERDICTS[code] ?? transient("source_unreachable");
  if (CAUSE_WORDS[code]) return { ...verdict, why: CAUSE_WORDS[code] };
  const isCertificate = !verdict.isTransient && verdict.code === "source_unreachable";
  return {
    ...verdict,
    why: isCertificate
      ? "the certificate of the source cannot be trusted"
      : `the connection failed (${code})`,
  };
}

/** Verdicts on opening a file below a configured root, by the `code` of the error; others are faults of this machine. */
const FILE_VERDICTS: Readonly<Record<string, Verdict & { readonly why: string }>> = {
  ENOENT: { ...permanent("source_not_found", "address"), why: "there is no such file" },
  ENOTDIR: { ...permanent("source_not_found", "address"), why: "there is no such file" },
  ENAMETOOLONG: { ...permanent("source_not_found", "address"), why: "its name is too long to be a file's" },
  EACCES: { ...permanent("source_refused", "operator"), why: "the file may not be read" },
  EPERM: { ...permanent("source_refused", "operator"), why: "the file may not be read" },
  ELOOP: { ...permanent("source_refused", "operator"), why: "its links go round in a circle" },
};

/** The verdict on a file that cannot be opened, and the reason as a clause; undefined for a fault of this machine. */
export function judgeFile(code: string): (Verdict & { readonly why: string }) | undefined {
  return FILE_VERDICTS[code];
}

/** Verdicts on what is discovered while or after an answer is read. */
export const FINDINGS = {
  refusedAddress: permanent("source_forbidden", "operator"),
  refusedEncoding: permanent("source_refused", "source"),
  unclear: permanent("source_refused", "source"),
  redirects: permanent("source_redirects", "address"),
  tooLarge: permanent("source_too_large", "size"),
  unreadable: permanent("source_not_found", "address"),
  silence: transient("source_timeout"),
  tooSlow: transient("source_timeout"),
  deadline: permanent("source_timeout", "later"),
  brokenOff: transient("source_closed_early"),
  wrongSize: permanent("size_mismatch", "content"),
  wrongDigest: permanent("digest_mismatch", "content"),
  /** The bytes may be wrong for a reason other than the file: they were continued, or their end was not marked. */
  doubtfulDigest: transient("digest_mismatch", "content"),
} as const satisfies Record<string, Verdict>;
