import type { CallbackFacts } from "../contracts/callback.ts";

/** Most bytes a value takes in the body, so that all together stay below 20,000. */
const MOST_BYTES = {
  message: 6_000,
  title: 3_000,
  creator: 2_000,
  localId: 3_000,
  filename: 2_000,
  id: 500,
} as const;

/** Where ARKs resolve. Source: N2T, the resolver of ARKs. */
const RESOLVER = "https://n2t.net/";

/**
 * The body of a callback: JSON with the names Merritt's receivers read, in its order, and one of our own. What is not known is the empty
 * string; several local ids are joined by `; `; long values are cut with an ellipsis. Always the same text for the same
 * facts, and less than 20,000 bytes of UTF-8. Source: docs/reference/callbacks.md, "The body".
 */
export function callbackBody(facts: CallbackFacts): string {
  return JSON.stringify({
    "job:jobState": {
      "job:jobID": facts.jobId,
      "job:batchID": facts.batchId,
      "job:jobStatus": facts.status,
      "job:jobStatusMessage": clip(facts.message ?? statusSentence(facts.status), MOST_BYTES.message),
      "job:primaryID": clip(facts.ark ?? "", MOST_BYTES.id),
      "job:localID": clip(facts.localIds.join("; "), MOST_BYTES.localId),
      "job:packageName": clip(facts.filename, MOST_BYTES.filename),
      "job:objectTitle": clip(facts.title ?? "", MOST_BYTES.title),
      "job:objectCreator": clip(facts.creator ?? "", MOST_BYTES.creator),
      "job:objectDate": clip(facts.date ?? "", MOST_BYTES.id),
      "job:submissionDate": facts.submittedAt,
      "job:completionDate": facts.endedAt,
      "job:persistentURL": facts.ark === null ? "" : clip(`${RESOLVER}${facts.ark}`, MOST_BYTES.id),
      "job:batchPosition": facts.position ?? "",
    },
  });
}

function statusSentence(status: CallbackFacts["status"]): string {
  return status === "COMPLETED" ? "The object is stored." : "The job failed.";
}

/** As much of the text as fits when written as JSON, in whole characters. */
function clip(text: string, mostBytes: number): string {
  const room = mostBytes - costOf("…");
  let bytes = 0;
  let end = 0;
  let fits = 0;
  for (const character of text) {
    bytes += costOf(character);
    end += character.length;
    if (bytes <= room) fits = end;
    if (bytes > mostBytes) return `${text.slice(0, fits)}…`;
  }
  return text;
}

/** Bytes of one character in a JSON string in UTF-8. Lone surrogates are escaped. */
function costOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const escaped = JSON.stringify(character).length - 2;
  if (code < 0x80 || (code >= 0xd800 && code <= 0xdfff)) return escaped;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
