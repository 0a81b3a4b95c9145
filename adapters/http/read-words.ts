const MOST_BYTES = 4_096;

/**
 * The beginning of a response body as text. The status has already decided, so for a body that breaks off, is too slow
 * or too long, what has arrived is used and the connection is closed.
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
