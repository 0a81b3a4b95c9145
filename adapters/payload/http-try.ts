import { WaybillError } from "../../core/errors.ts";
import type { Fetch, Fetched } from "../../core/ports.ts";
import type { Answer } from "../http/answer.ts";
import { discardBody } from "../http/discard.ts";
import type { Asker } from "./ask.ts";
import type { Deadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import type { HashedPart } from "./hashed-part.ts";
import { removeLeftovers } from "./leftovers.ts";
import { codingFault, type OpenedAnswer, openAnswer } from "./open-answer.ts";
import { openHashedPart } from "./open-hashed-part.ts";
import type { PayloadOptions } from "./options.ts";
import { type Earlier, findEarlier, removeNote, urlSha256, writeNote } from "./resume-note.ts";
import { startPart } from "./start-part.ts";
import { type BodyFacts, checkWhole, readBodyFacts, streamBody } from "./take-body.ts";
import { strongValidator } from "./validator.ts";
import { startWatch, type Watch } from "./watch.ts";

/**
 * What a fetch over HTTP works with. `session`: the same as long as the source lives, and different from any other's.
 */
export type HttpTools = { readonly asker: Asker; readonly options: PayloadOptions; readonly session: string };

/** `begun`: the part file to go on with, if there is one. */
type Try = {
  readonly tools: HttpTools;
  readonly request: Fetch;
  readonly deadline: Deadline;
  readonly begun: HashedPart | undefined;
};
type Whole = Omit<Fetched, "attempts">;

/**
 * Tries once to bring the file, continuing a part file if possible, and gives it its name when it is as declared. A
 * failed try leaves its part file.
 * Errors: `SourceFault`, the reason of the request's signal, or those of node:fs.
 */
export async function tryHttp(tools: HttpTools, request: Fetch, deadline: Deadline): Promise<Whole> {
  const earlier = await findEarlier(request, tools.session);
  const begun = earlier && (await openFrom(tools, request, earlier.bytes));
  const watch = startWatch(tools.options, deadline, request.signal);
  try {
    const opened = await openOrClose(tools, request, { earlier, begun, signal: watch.signal });
    // The time until the body is read is ours, not the source's.
    watch.gave(0);
    return await takeAnswer({ tools, request, deadline, begun }, opened, watch);
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.stop();
  }
}

type Beginning = {
  readonly earlier: Earlier | undefined;
  readonly begun: HashedPart | undefined;
  readonly signal: AbortSignal;
};

/** Asks for the file; the part file to go on with is closed when there is no answer for it. */
async function openOrClose(
  { asker }: HttpTools,
  request: Fetch,
  { earlier, begun, signal }: Beginning,
): Promise<OpenedAnswer> {
  try {
    return await openAnswer(asker, request, earlier, signal);
  } catch (error) {
    await begun?.close();
    throw error;
  }
}

function openFrom(
  { options }: HttpTools,
  request: Fetch,
  fromByte: number,
  total?: number,
): Promise<HashedPart> {
  const algorithm = request.declaredDigest?.algorithm;
  return openHashedPart(request.to, fromByte, { ...options, algorithm, total, signal: request.signal });
}

async function takeAnswer(current: Try, opened: OpenedAnswer, watch: Watch): Promise<Whole> {
  const { request, deadline } = current;
  const { facts, part } = await openTarget(current, opened);
  let whole: Whole;
  let hasNote = opened.fromByte > 0;
  try {
    hasNote ||= await noteStart(current, opened.answer, facts);
    await streamBody(request, opened.answer.body, facts, { part, watch, deadline });
    watch.stop();
    whole = await checkWhole(request, part, facts, opened.fromByte > 0);
  } catch (error) {
    if (!opened.answer.body.destroyed) discardBody(opened.answer.body);
    await closeUnfinished(part, request.to);
    throw opened.isCoded && isOtherFile(error) ? codingFault() : error;
  }
  if (hasNote) await removeNote(request.to);
  await part.finish(request.to);
  return whole;
}

/** The thread that wrote the file has ended; another one may go on with what is there. */
export function isThreadEnd(error: unknown): boolean {
  return error instanceof WaybillError && error.code === "storage_failed";
}

/**
 * Closes a part file that a later try may go on with: never one whose bytes did not arrive on the disk as they were sent. The
 * system tells of a failed sync once, and who asked may hear of something else, such as the end of the source's patience.
 */
async function closeUnfinished(part: HashedPart, to: string): Promise<void> {
  try {
    await part.close();
  } catch (error) {
    if (!isThreadEnd(error)) await removeLeftovers(to);
    throw error;
  }
}

function isOtherFile(error: unknown): boolean {
  return error instanceof SourceFault && ["size_mismatch", "digest_mismatch"].includes(error.verdict.code);
}

type Target = { readonly facts: BodyFacts; readonly part: HashedPart };

async function openTarget(current: Try, opened: OpenedAnswer): Promise<Target> {
  const { request, deadline, begun } = current;
  let goesOn = false;
  try {
    const facts = readBodyFacts(request, opened);
    deadline.expect(facts.total ?? 0);
    goesOn = begun !== undefined && opened.fromByte > 0;
    return { facts, part: goesOn && begun ? begun : await startNew(current, facts) };
  } catch (error) {
    discardBody(opened.answer.body);
    throw opened.isCoded && isOtherFile(error) ? codingFault() : error;
  } finally {
    if (!goesOn) await begun?.close();
  }
}

function startNew({ tools, request }: Try, { total = request.declaredSize }: BodyFacts): Promise<HashedPart> {
  return startPart(request.to, () => openFrom(tools, request, 0, total));
}

/**
 * Remembers what is needed to continue later, before the first byte is written. False when continuing is impossible or
 * not worth it.
 */
async function noteStart({ tools, request }: Try, answer: Answer, facts: BodyFacts): Promise<boolean> {
  const validator = strongValidator(answer.headers);
  const isLarge = facts.total === undefined || facts.total >= tools.options.resumeFromBytes;
  if (validator === undefined || !isLarge) return false;
  const { session } = tools;
  await writeNote(request.to, {
    urlSha256: urlSha256(request.url),
    validator,
    total: facts.total ?? null,
    session,
  });
  return true;
}
