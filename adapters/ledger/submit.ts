import { classify, classifyNoAnswer } from "../../core/ledger/answers.ts";
import {
  APPLIES_ONCE,
  type Ledger,
  type LedgerBackend,
  type LedgerTarget,
  type SubmitAnswer,
} from "../../core/ledger/ports.ts";
import type { Exchange, Exchanger } from "../http/exchange.ts";
import { readRetryAfterMs } from "../http/retry-after.ts";
import { headersOf, sayingOf } from "./answer.ts";

/** Where and how a backend accepts batches. `url` undefined: the target cannot belong to this backend. */
export type SubmitWay = {
  readonly backend: LedgerBackend;
  readonly url: URL | undefined;
  readonly headers: Readonly<Record<string, string>>;
};

/** Sends a BatchList once and judges the answer; see `Ledger.submit`. */
export async function submitOnce(
  exchanger: Exchanger,
  { backend, url, headers }: SubmitWay,
  target: LedgerTarget,
  body: Uint8Array,
  { deadline, signal }: Parameters<Ledger["submit"]>[2],
): Promise<SubmitAnswer> {
  signal.throwIfAborted();
  if (url === undefined)
    return laneAtFault("The lane's address or service id does not fit this kind of ledger.");
  const all = headersOf(target, { ...headers, "content-type": "application/octet-stream" });
  const exchange = await exchanger.send({
    method: "POST",
    url,
    headers: all,
    body,
    isRepeatable: APPLIES_ONCE[backend],
    deadline,
    signal,
  });
  return exchange.kind === "answered" ? judge(backend, exchange, target) : judgeSilence(exchange);
}

function judge(
  backend: LedgerBackend,
  answer: Extract<Exchange, { kind: "answered" }>,
  target: LedgerTarget,
): SubmitAnswer {
  const said = sayingOf(backend, answer, target);
  const retryAfter = answer.headers["retry-after"];
  const retryAfterMs = readRetryAfterMs(typeof retryAfter === "string" ? retryAfter : undefined, Date.now());
  const verdict = classify(backend, {
    httpStatus: answer.status,
    ...(said.ledgerCode === undefined ? {} : { ledgerCode: said.ledgerCode }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  const facts = { httpStatus: answer.status, ...said };
  // half an answer may show that the batch was accepted, but not that it was refused: the other half could say
  // otherwise
  if (!answer.isWhole && verdict.kind !== "accepted" && verdict.kind !== "ambiguous")
    return { kind: "ambiguous", isOver: false, ...facts };
  return { ...verdict, ...facts };
}

function judgeSilence(exchange: Extract<Exchange, { kind: "unanswered" }>): SubmitAnswer {
  if (exchange.isOurs) return laneAtFault(`Nothing was sent: ${exchange.why}.`);
  const message = exchange.wasBegun ? `No answer: ${exchange.why}.` : `Nothing was sent: ${exchange.why}.`;
  return { ...classifyNoAnswer(exchange.wasBegun), message };
}

function laneAtFault(message: string): SubmitAnswer {
  return { kind: "rejected", about: "lane", message };
}
