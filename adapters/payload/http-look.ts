import type { SourceFacts, SourceRules } from "../../core/ports.ts";
import type { Answer } from "../http/answer.ts";
import { discardBody } from "../http/discard.ts";
import { codingOf, contentLengthOf, headerOf, mediaTypeOf } from "../http/headers.ts";
import { readContentRange } from "./content-range.ts";
import { startDeadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import type { HttpTools } from "./http-try.ts";
import { startWatch } from "./watch.ts";

/** A look waits for headers only, which arrive at once or not at all, so it has no minimum rate. */
const NO_RATE = { minBytesPerSecond: 0, rateWindowMs: Number.POSITIVE_INFINITY };

/**
 * Asks a source for a file's size and media type without fetching it: by HEAD, then, if HEAD gives no size, by a GET of
 * the first byte. On any failure, even of a refused address, the facts are left out: an unknown size is a valid
 * estimate, and the fetch will name the reason. Throws only the signal's reason.
 */
export async function lookHttp(
  tools: HttpTools,
  url: string,
  rules: SourceRules,
  signal: AbortSignal,
): Promise<SourceFacts> {
  signal.throwIfAborted();
  const head = await lookOnce(tools, { method: "HEAD", url, rules, headers: {} }, signal);
  if (head === undefined || head.size !== undefined) return head ?? {};
  return (
    (await lookOnce(tools, { method: "GET", url, rules, headers: { range: "bytes=0-0" } }, signal)) ?? head
  );
}

type Question = Omit<Parameters<HttpTools["asker"]["ask"]>[0], "signal">;

/** Undefined: no answer came, so asking in another way is pointless. */
async function lookOnce(
  { asker, options }: HttpTools,
  question: Question,
  signal: AbortSignal,
): Promise<SourceFacts | undefined> {
  const { lookTimeoutMs } = options;
  const deadline = startDeadline({ deadlineBaseMs: lookTimeoutMs, deadlineBytesPerSecond: 1 }, () =>
    performance.now(),
  );
  const watch = startWatch({ idleTimeoutMs: lookTimeoutMs, ...NO_RATE }, deadline, signal);
  try {
    const answer = await asker.ask({ ...question, signal: watch.signal });
    discardBody(answer.body);
    return readFacts(answer);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof SourceFault) return undefined;
    throw error;
  } finally {
    watch.stop();
  }
}

function readFacts({ status, headers }: Answer): SourceFacts {
  if (status !== 200 && status !== 206) return {};
  const mediaType = mediaTypeOf(headers);
  const size = codingOf(headers) === undefined ? sizeOf(status, headers) : undefined;
  return { ...(size === undefined ? {} : { size }), ...(mediaType === undefined ? {} : { mediaType }) };
}

function sizeOf(status: number, headers: Answer["headers"]): number | undefined {
  return status === 206
    ? readContentRange(headerOf(headers, "content-range"))?.total
    : contentLengthOf(headers);
}
