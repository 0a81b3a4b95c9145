import type { Fetch } from "../../core/ports.ts";
import type { Answer } from "../http/answer.ts";
import { discardBody } from "../http/discard.ts";
import { codingOf, contentLengthOf, headerOf } from "../http/headers.ts";
import { readRetryAfterMs } from "../http/retry-after.ts";
import type { Asker } from "./ask.ts";
import { readContentRange } from "./content-range.ts";
import { SourceFault, statusFault } from "./fault.ts";
import { refusalWords } from "./refusal-words.ts";
import type { Earlier } from "./resume-note.ts";
import { FINDINGS } from "./verdicts.ts";

/** An answer whose body is the file from `fromByte` on. `total`: the whole file's size, if given. */
export type OpenedAnswer = {
  readonly answer: Answer;
  readonly fromByte: number;
  readonly total: number | undefined;
  /**
   * The source says that the bytes are compressed once more, and only the declared digest can tell whether they are.
   */
  readonly isCoded: boolean;
};

/**
 * Asks for a file, or for the rest of it. The rest is accepted only from a 206 that continues exactly where the part
 * file ends and is of the same version; a 200 starts over, and after any other range answer the whole file is
 * requested.
 * Errors: `SourceFault`. Source: RFC 9110 sections 13.1.5, 14.4 and 15.3.7.
 */
export async function openAnswer(
  asker: Asker,
  request: Fetch,
  earlier: Earlier | undefined,
  signal: AbortSignal,
): Promise<OpenedAnswer> {
  const ask = (headers: Readonly<Record<string, string>>) =>
    asker.ask({ method: "GET", url: request.url, rules: request.rules, headers, signal });
  const fromStart = async (answer: Answer) => openWhole(answer, request);
  if (!earlier) return fromStart(await ask({}));

  const answer = await ask({ range: `bytes=${earlier.bytes}-`, "if-range": earlier.note.validator });
  const total = continuedTotal(answer, earlier);
  if (total !== undefined) return { fromByte: earlier.bytes, total, ...readCoding(answer, request) };
  if (answer.status !== 206 && answer.status !== 416) return fromStart(answer);
  discardBody(answer.body);
  return fromStart(await ask({}));
}

/** The whole size a 206 gives, if it brings exactly the missing rest; undefined otherwise. */
function continuedTotal(answer: Answer, { bytes, note }: Earlier): number | undefined {
  if (answer.status !== 206) return undefined;
  const range = readContentRange(headerOf(answer.headers, "content-range"));
  if (!range || range.first !== bytes || range.last !== range.total - 1) return undefined;
  if (note.total !== null && range.total !== note.total) return undefined;
  const length = contentLengthOf(answer.headers);
  if (length !== undefined && length !== range.total - bytes) return undefined;
  const etag = headerOf(answer.headers, "etag")?.trim();
  const isSame = etag === undefined || !note.validator.startsWith('"') || etag === note.validator;
  return isSame ? range.total : undefined;
}

async function openWhole(answer: Answer, request: Fetch): Promise<OpenedAnswer> {
  const { status, headers } = answer;
  if (status !== 200) {
    const words = await refusalWords(answer);
    throw statusFault(status, words, readRetryAfterMs(headerOf(headers, "retry-after"), Date.now()));
  }
  return { fromByte: 0, total: contentLengthOf(headers), ...readCoding(answer, request) };
}

/**
 * Some servers name a coding for a file that is itself a gzip, such as a .tar.gz, though they send it unchanged; a
 * declared digest shows it. Other codings would have to be decoded, and the result would not be what was requested.
 */
function readCoding(answer: Answer, { declaredDigest }: Fetch): Pick<OpenedAnswer, "answer" | "isCoded"> {
  const coding = codingOf(answer.headers);
  if (coding === undefined) return { answer, isCoded: false };
  if ((coding === "gzip" || coding === "x-gzip") && declaredDigest) return { answer, isCoded: true };
  discardBody(answer.body);
  throw codingFault();
}

/** The name of a coding is the source's own text, so it is not repeated. */
export function codingFault(): SourceFault {
  return new SourceFault(
    FINDINGS.refusedEncoding,
    "the source sends it compressed, though asked for the file as it is",
  );
}
