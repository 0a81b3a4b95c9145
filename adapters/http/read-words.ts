const MOST_BYTES = 4_096;

/**
 * The beginning of an answer's body as text. The status has decided already, so a body that breaks off, drips until the
 * request's signal ends it, or is longer, gives what came of it; its connection is given up then.
 */
export async function readWords(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk.subarray(0, MOST_BYTES - bytes));
      bytes += chunk.length;
      if (bytes >= MOST_BYTES) break;
    }
  } catch {
    return textOf(chunks);
  }
  return textOf(chunks);
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
