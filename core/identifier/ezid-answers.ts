import { doubledMs } from "../doubled.ts";
import { readEzidStatusLine } from "./ezid-anvl.ts";
import type { EzidAnswer } from "./ports.ts";

/** An answer as received. `words`: the part that may be shown when it has no status line. */
export type RawEzidAnswer = {
  readonly httpStatus: number;
  readonly body: string;
  readonly words: string;
  readonly retryAfterMs?: number;
};

/** The longest wait EZID may ask for; longer ones are cut to this. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;

/**
 * How the refusals begin that Waybill can handle. Source: EZID's impl/ezid.py, `createIdentifier`, `setMetadata` and
 * `deleteIdentifier`.
 */
const REASONS = [
  ["bad request - no such identifier", "unknown"],
  ["bad request - identifier status does not support deletion", "not_reserved"],
  ["bad request - identifier already exists", "exists"],
] as const;

/** Statuses of 4xx that mean "not now". Source: RFC 9110 section 15.5.9; RFC 6585 section 4. */
const NOT_NOW: readonly number[] = [408, 429];

/**
 * What an answer means. 200 or 201 with a success line: done. An error line means that EZID changed nothing, since it
 * rolls its transaction back. Without a status line the answer comes from a server in between; if it is 5xx or a
 * success, the outcome is unknown. `concurrency limit exceeded` and every 5xx are tried again, other 3xx and 4xx never.
 * Source: EZID API guide, "Error reporting"; EZID's impl/api.py, `STATUS_CODE_MAP`.
 */
export function judgeEzidAnswer({ httpStatus, body, words, retryAfterMs }: RawEzidAnswer): EzidAnswer {
  const line = readEzidStatusLine(body);
  const message = line?.outcome === "error" ? line.said : words;
  if (httpStatus < 300) {
    const [identifier = ""] = line?.outcome === "success" ? line.said.split(" ") : [];
    if (identifier !== "") return { kind: "done", identifier };
    return { kind: "again", message: `its answer cannot be read: ${message}`, isUnsure: true };
  }
  if (httpStatus < 500 && !NOT_NOW.includes(httpStatus)) {
    const [, reason = "other"] = REASONS.find(([begin]) => message.startsWith(begin)) ?? [];
    return { kind: "refused", reason, message };
  }
  return {
    kind: "again",
    message,
    isUnsure: line?.outcome !== "error" && httpStatus !== 429,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs: Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS) }),
  };
}

const LONGEST_PAUSE_MS = 600_000;

/**
 * The pause after try number `tries` (from 1): doubling up to 10 min, or as long as EZID asks for if that is longer.
 */
export function ezidPauseMs(tries: number, firstMs: number, retryAfterMs = 0): number {
  return Math.max(retryAfterMs, doubledMs(firstMs, tries - 1, LONGEST_PAUSE_MS));
}
