import type { Fetch, Fetched } from "../../core/ports.ts";
import type { Answer } from "../http/answer.ts";
import { type Framing, framingOf, mediaTypeOf } from "../http/headers.ts";
import type { Deadline } from "./deadline.ts";
import { checkAnnounced, checkDigest, checkNotTooLong, checkSize } from "./declared.ts";
import { brokenOffFault, SourceFault } from "./fault.ts";
import type { HashedPart } from "./hashed-part.ts";
import type { OpenedAnswer } from "./open-answer.ts";
import { FINDINGS } from "./verdicts.ts";
import type { Watch } from "./watch.ts";

/** What a body should be: the whole file's size if known, and how the body's end is marked. */
export type BodyFacts = {
  readonly total: number | undefined;
  readonly framing: Framing;
  readonly mediaType: string | undefined;
};

/** Reads the facts of an answer; throws a `SourceFault` if they already rule the file out. */
export function readBodyFacts(request: Fetch, { answer, total }: OpenedAnswer): BodyFacts {
  const mediaType = mediaTypeOf(answer.headers);
  checkAnnounced(request, total, mediaType);
  return { total, framing: framingOf(answer.headers), mediaType };
}

/** Streams a body into the part file. Stops at the first byte too many. */
export async function streamBody(
  request: Fetch,
  body: Answer["body"],
  facts: BodyFacts,
  into: {
    readonly part: HashedPart;
    readonly watch: Watch;
    readonly deadline: Deadline;
  },
): Promise<void> {
  const { part, watch, deadline } = into;
  watch.waits();
  for await (const chunk of chunksOf(body, part)) {
    watch.gave(chunk.length);
    checkNotTooLong(request, part.sizeBytes + chunk.length, facts.mediaType);
    const behind = part.write(chunk);
    deadline.expect(part.sizeBytes);
    request.onBytes?.(part.sizeBytes);
    if (behind) await behind;
    watch.waits();
  }
}

/** Compares the whole file with what was announced and declared. `wasContinued`: its start came from an earlier try. */
export async function checkWhole(
  request: Fetch,
  part: HashedPart,
  facts: BodyFacts,
  wasContinued: boolean,
): Promise<Omit<Fetched, "attempts">> {
  const size = part.sizeBytes;
  const { declaredSize, declaredDigest } = request;
  const isEndMarked = facts.framing !== "close" || facts.total !== undefined;
  const expected = facts.total ?? (isEndMarked ? undefined : declaredSize);
  if (expected !== undefined && size < expected) {
    throw new SourceFault(
      FINDINGS.brokenOff,
      `the source ended the connection after ${size} of ${expected} bytes`,
    );
  }
  checkSize(request, size, facts.mediaType);
  const digests = await part.digests();
  const isDoubtful = wasContinued || (!isEndMarked && declaredSize === undefined);
  checkDigest(
    declaredDigest,
    digests,
    isDoubtful ? FINDINGS.doubtfulDigest : FINDINGS.wrongDigest,
    facts.mediaType,
  );
  return {
    size,
    sha256: digests.sha256,
    lengthKnown: isEndMarked || declaredSize !== undefined || declaredDigest !== undefined,
    ...(facts.mediaType === undefined ? {} : { mediaType: facts.mediaType }),
  };
}

async function* chunksOf(body: Answer["body"], part: HashedPart): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterable<Uint8Array> = body;
  try {
    yield* chunks;
  } catch (error) {
    throw brokenOffFault(error, part.sizeBytes);
  }
}
