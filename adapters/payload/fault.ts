import { STATUS_CODES } from "node:http";
import { WaybillError } from "../../core/errors.ts";
import { maskUrl } from "../../core/manifest/mask-url.ts";
import { parseUrl } from "../../core/parse-url.ts";
import { closedHint } from "../http/closed-hint.ts";
import { RefusedHost } from "../http/connect.ts";
import { ADVICE, FINDINGS, judgeCause, judgeStatus, type Verdict } from "./verdicts.ts";

/** How one try failed. `why` is a clause without the address; `toWaybillError` makes a sentence of it. */
export class SourceFault extends Error {
  readonly verdict: Verdict;
  readonly why: string;
  readonly retryAfterMs: number | undefined;

  constructor(
    verdict: Verdict,
    why: string,
    facts: { cause?: unknown; retryAfterMs?: number | undefined } = {},
  ) {
    super(why, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = "SourceFault";
    this.verdict = verdict;
    this.why = why;
    this.retryAfterMs = facts.retryAfterMs;
  }

  /** The error for the caller, naming `url` without credentials and, after more than one try, the number of tries. */
  toWaybillError(url: string, tries: number): WaybillError {
    const count = tries > 1 ? ` Waybill tried ${tries} times.` : "";
    const { code, advice } = this.verdict;
    const message = `Could not fetch ${maskUrl(url)}: ${this.why}.${count} ${ADVICE[advice]}`;
    const retryAt =
      this.retryAfterMs === undefined ? {} : { retryAt: new Date(Date.now() + this.retryAfterMs) };
    return new WaybillError(code, message, { cause: this, tries, ...hostOf(url), ...retryAt });
  }
}

/** Names that cannot be read as an address are faults of the manifest, not of a host. */
function hostOf(url: string): { readonly host?: string } {
  const host = parseUrl(url)?.hostname;
  return host ? { host } : {};
}

/** The fault of an answer whose status brings no file. `words`: the source's own explanation, fit to be shown. */
export function statusFault(status: number, words: string, retryAfterMs?: number): SourceFault {
  const name = STATUS_CODES[status];
  const said = words === "" ? "" : `, "${words}"`;
  const why = `the source answered ${status}${name ? ` ${name}` : ""}${said}`;
  return new SourceFault(judgeStatus(status), why, { retryAfterMs });
}

/**
 * The fault behind an error of undici, node:net, node:tls or node:dns on the way to `url`; other errors are rethrown
 * unchanged.
 */
export function causeFault(error: unknown, url: URL): SourceFault {
  if (error instanceof SourceFault) return error;
  if (error instanceof RefusedHost)
    return new SourceFault(FINDINGS.refusedAddress, error.message, { cause: error });
  const code = networkCode(error);
  const { why, ...verdict } = judgeCause(code);
  return new SourceFault(verdict, why + closedHint(code, url), { cause: error });
}

/** The fault of a body that broke off after `bytes`. */
export function brokenOffFault(error: unknown, bytes: number): SourceFault {
  networkCode(error);
  return new SourceFault(FINDINGS.brokenOff, `the source broke off after ${bytes} bytes`, { cause: error });
}

const OUR_MISTAKES: ReadonlySet<string> = new Set([
  "UND_ERR_INVALID_ARG",
  "UND_ERR_CLOSED",
  "UND_ERR_DESTROYED",
]);

function networkCode(error: unknown): string {
  // undici gives its parser's error no code when the answer is not HTTP at all.
  if (error instanceof Error && error.name === "HTTPParserError") return error.name;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "HPE_HEADER_OVERFLOW") return "UND_ERR_HEADERS_OVERFLOW";
  if (typeof code === "string" && code.startsWith("HPE_")) return "HTTPParserError";
  if (typeof code !== "string" || code.startsWith("ERR_INVALID") || OUR_MISTAKES.has(code)) throw error;
  return code;
}
