import { STATUS_CODES } from "node:http";
import { type ErrorBody, readErrorBody } from "../../core/ledger/error-body.ts";
import type { LedgerBackend, LedgerTarget } from "../../core/ledger/ports.ts";
import { keptWords } from "../../core/ledger/words.ts";
import type { Exchange } from "../http/exchange.ts";

type Answered = Extract<Exchange, { kind: "answered" }>;

/**
 * The contents of an answer: the ledger's code, and its message or, if it has none or is a success, the name of the
 * status.
 */
export function sayingOf(
  backend: LedgerBackend,
  answer: Answered,
  target: LedgerTarget,
): { readonly ledgerCode?: string; readonly message: string } {
  const body: ErrorBody = isReadable(answer) ? readErrorBody(backend, answer.body.toString("utf8")) : {};
  const words = keptWords(body.words ?? "", secretsOf(target));
  const name = STATUS_CODES[answer.status];
  const message = words === "" ? `${answer.status}${name ? ` ${name}` : ""}` : words;
  const ledgerCode = body.ledgerCode === undefined ? undefined : keptWords(body.ledgerCode).slice(0, 40);
  return ledgerCode === undefined ? { message } : { ledgerCode, message };
}

/** The values of the target's headers, whole and without their scheme (`Bearer`, `Basic`): never to be shown. */
export function secretsOf({ headers }: LedgerTarget): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, value.replace(/^\S+\s+/, "")]);
}

/** Headers that frame our request, which no setting may change. */
const OURS: ReadonlySet<string> = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "content-type",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Headers of a request: those configured for the target, overridden by ours. */
export function headersOf(
  target: LedgerTarget,
  ours: Readonly<Record<string, string>>,
): Record<string, string> {
  const set = Object.entries(target.headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OURS.has(name));
  return {
    "user-agent": "waybill",
    accept: "application/json",
    ...Object.fromEntries(set),
    "accept-encoding": "identity",
    ...ours,
  };
}

/** Whether the body is a failure's that can be read as it is; no content coding was requested. */
function isReadable({ status, headers }: Answered): boolean {
  const coding = headers["content-encoding"];
  return status >= 300 && (coding === undefined || coding === "identity");
}
