import { printable } from "../../core/report/printable.ts";
import { redact } from "../../lib/redact.ts";
import type { Answer } from "../http/answer.ts";
import { discardBody } from "../http/discard.ts";
import { codingOf, mediaTypeOf } from "../http/headers.ts";
import { readWords } from "../http/read-words.ts";

const LONGEST_MS = 2_000;
const MOST_CHARACTERS = 200;
const TEXT = /^(?:text\/(?!html$)|application\/(?:[\w.+-]+\+)?json$)/;

/**
 * A source's explanation of a status that brings no file: the first line of an answer in plain text or JSON, on one
 * line, without credentials, cut; "" for web pages and anything else. Waits two seconds at most.
 */
export async function refusalWords({ headers, body }: Answer): Promise<string> {
  if (!TEXT.test(mediaTypeOf(headers) ?? "") || codingOf(headers) !== undefined) {
    discardBody(body);
    return "";
  }
  const timer = setTimeout(() => body.destroy(), LONGEST_MS);
  const text = await readWords(body).finally(() => clearTimeout(timer));
  const line = text.split(/\r?\n/).find((one) => one.trim() !== "") ?? "";
  return printable(String(redact(line.trim())), MOST_CHARACTERS);
}
