import { WaybillError } from "../../core/errors.ts";
import { parseJson } from "../../core/ledger/error-body.ts";
import type { Ledger, LedgerBackend, LedgerTarget, StatusReading } from "../../core/ledger/ports.ts";
import { readStatusAnswer } from "../../core/ledger/status-answer.ts";
import { keptWords } from "../../core/ledger/words.ts";
import { wakingNow } from "../../lib/waking-clock.ts";
import type { Exchange, Exchanger } from "../http/exchange.ts";
import { headersOf, sayingOf, secretsOf } from "./answer.ts";

/** One question. `url` undefined: the target cannot belong to this backend. With `json` it is a POST with that body. */
export type Question = {
  readonly backend: LedgerBackend;
  readonly url: URL | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly json?: string;
};

type Answered = Extract<Exchange, { kind: "answered" }>;

type Asked = {
  readonly exchanger: Exchanger;
  readonly target: LedgerTarget;
  readonly options: Parameters<Ledger["readStatuses"]>[2];
};

type QuestionOf = (ids: readonly string[]) => Question;

/**
 * Asks for any number of batches in groups of `idsAtOnce`, one after another, all within `timeoutMs`; see
 * `Ledger.readStatuses`.
 */
export async function askStatuses(
  asked: Asked,
  ledgerIds: readonly string[],
  idsAtOnce: number,
  questionOf: QuestionOf,
): Promise<readonly StatusReading[]> {
  const deadline = wakingNow() + asked.options.timeoutMs;
  return askInGroups(asked, ledgerIds, idsAtOnce, questionOf, deadline);
}

async function askInGroups(
  asked: Asked,
  ledgerIds: readonly string[],
  size: number,
  questionOf: QuestionOf,
  deadline: number,
): Promise<readonly StatusReading[]> {
  const readings: StatusReading[] = [];
  for (let start = 0; start < ledgerIds.length; start += size) {
    const ids = ledgerIds.slice(start, start + size);
    const question = questionOf(ids);
    const answer = await send(asked, question, deadline);
    readings.push(
      ...(isOldRefusal(question.backend, answer)
        ? await askAnew(asked, ids, questionOf, deadline)
        : readAnswer(question.backend, answer, ids, asked.target)),
    );
  }
  return readings;
}

/** Before April 2022, Splinter answers 408 to the whole question when it does not know one of the ids. */
function isOldRefusal(backend: LedgerBackend, { status }: Answered): boolean {
  return backend === "scabbard" && status === 408;
}

function askAnew(
  asked: Asked,
  ids: readonly string[],
  questionOf: QuestionOf,
  deadline: number,
): Promise<readonly StatusReading[]> | readonly StatusReading[] {
  if (ids.length > 1) return askInGroups(asked, ids, 1, questionOf, deadline);
  return ids.map((ledgerId) => ({ ledgerId, status: "Unknown", message: "", invalid: [] }));
}

async function send(
  { exchanger, target, options }: Asked,
  { url, headers, json }: Question,
  deadline: number,
): Promise<Answered> {
  if (url === undefined) throw refused("the lane's address or service id does not fit this kind of ledger");
  const body = json === undefined ? {} : { body: Buffer.from(json) };
  const type: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
  const exchange = await exchanger.send({
    method: json === undefined ? "GET" : "POST",
    isRepeatable: true,
    url,
    headers: headersOf(target, { ...headers, ...type }),
    ...body,
    deadline,
    signal: options.signal,
  });
  if (exchange.kind === "answered") return exchange;
  throw exchange.isOurs ? refused(exchange.why) : unreachable(exchange.why);
}

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

function readAnswer(
  backend: LedgerBackend,
  answer: Answered,
  ids: readonly string[],
  target: LedgerTarget,
): readonly StatusReading[] {
  const { status, isWhole } = answer;
  if (status !== 200) {
    const words = `it answered ${status}: ${sayingOf(backend, answer, target).message}`;
    throw status >= 500 || PASSING.has(status) ? unreachable(words) : refused(words);
  }
  if (!isWhole) throw unreachable("its answer broke off, or is longer than 1,048,576 bytes");
  const text = answer.body.toString("utf8");
  const readings = readStatusAnswer(backend, parseJson(text), ids, secretsOf(target));
  if (readings) return readings;
  throw refused(`its answer is not a list of statuses: ${keptWords(text.slice(0, 200), secretsOf(target))}`);
}

function unreachable(why: string): WaybillError {
  return new WaybillError(
    "ledger_unreachable",
    `The ledger did not report the status of the batches: ${why}`,
  );
}

function refused(why: string): WaybillError {
  return new WaybillError(
    "ledger_refused",
    `The ledger cannot be asked for the status of the batches: ${why}`,
  );
}
