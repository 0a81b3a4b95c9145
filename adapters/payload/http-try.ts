import type { Fetch, Fetched } from "../../core/ports.ts";
import { hashFile } from "../digest/hash-file.ts";
import { type HashStream, openHash } from "../digest/hash-stream.ts";
import type { Answer } from "../http/answer.ts";
import { discardBody } from "../http/discard.ts";
import type { Asker } from "./ask.ts";
import type { Deadline } from "./deadline.ts";
import { SourceFault } from "./fault.ts";
import { codingFault, type OpenedAnswer, openAnswer } from "./open-answer.ts";
import type { PayloadOptions } from "./options.ts";
import { openPart, type PartFile, partPath } from "./part-file.ts";
import { findEarlier, removeNote, urlSha256, writeNote } from "./resume-note.ts";
import { startPart } from "./start-part.ts";
import { type BodyFacts, checkWhole, readBodyFacts, streamBody } from "./take-body.ts";
import { strongValidator } from "./validator.ts";
import { startWatch, type Watch } from "./watch.ts";

/**
 * What a fetch over HTTP works with. `session`: the same as long as the source lives, and different from any other's.
 */
export type HttpTools = { readonly asker: Asker; readonly options: PayloadOptions; readonly session: string };

type Try = { readonly tools: HttpTools; readonly request: Fetch; readonly deadline: Deadline };
type Whole = Omit<Fetched, "attempts">;

/**
 * Tries once to bring the file, continuing a part file if possible, and gives it its name when it is as declared. A
 * failed try leaves its part file.
 * Errors: `SourceFault`, the reason of the request's signal, or those of node:fs.
 */
export async function tryHttp(tools: HttpTools, request: Fetch, deadline: Deadline): Promise<Whole> {
  const earlier = await findEarlier(request, tools.session);
  const earlierHash = earlier && (await hashEarlier(request));
  const watch = startWatch(tools.options, deadline, request.signal);
  try {
    const opened = await openAnswer(tools.asker, request, earlier, watch.signal);
    // The time until the body is read is ours, not the source's.
    watch.gave(0);
    const goesOn = opened.fromByte > 0 ? earlierHash : undefined;
    const hash = goesOn ?? (await openHash(request.declaredDigest?.algorithm));
    return await takeAnswer({ tools, request, deadline }, opened, hash, watch);
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.stop();
  }
}

async function hashEarlier(request: Fetch): Promise<HashStream> {
  const hash = await openHash(request.declaredDigest?.algorithm);
  await hashFile(partPath(request.to), hash, request.signal);
  return hash;
}

async function takeAnswer(
  current: Try,
  opened: OpenedAnswer,
  hash: HashStream,
  watch: Watch,
): Promise<Whole> {
  const { request, deadline } = current;
  const { facts, part } = await openTarget(current, opened);
  let whole: Whole;
  let hasNote = opened.fromByte > 0;
  try {
    hasNote ||= await noteStart(current, opened.answer, facts);
    await streamBody(request, opened.answer.body, facts, { part, hash, watch, deadline });
    watch.stop();
    whole = checkWhole(request, hash, facts, opened.fromByte > 0);
  } catch (error) {
    if (!opened.answer.body.destroyed) discardBody(opened.answer.body);
    await part.close();
    throw opened.isCoded && isOtherFile(error) ? codingFault() : error;
  }
  if (hasNote) await removeNote(request.to);
  await part.finish(request.to);
  return whole;
}

function isOtherFile(error: unknown): boolean {
  return error instanceof SourceFault && ["size_mismatch", "digest_mismatch"].includes(error.verdict.code);
}

type Target = { readonly facts: BodyFacts; readonly part: PartFile };

async function openTarget({ tools, request, deadline }: Try, opened: OpenedAnswer): Promise<Target> {
  try {
    const facts = readBodyFacts(request, opened);
    deadline.expect(facts.total ?? 0);
    if (opened.fromByte === 0) return { facts, part: await startPart(request.to, tools.options) };
    return { facts, part: await openPart(request.to, opened.fromByte, tools.options) };
  } catch (error) {
    discardBody(opened.answer.body);
    throw opened.isCoded && isOtherFile(error) ? codingFault() : error;
  }
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
