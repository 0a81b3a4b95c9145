import { createHash, randomUUID } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import type { WorkingFiles } from "../../core/ports.ts";
import { openHash } from "../digest/hash-stream.ts";

/** A text of one piece stays in memory, a longer one is written piece by piece; a piece ends with the line that fills it. */
const WRITE_CHARS = 65_536;

/**
 * As WorkingFiles.keepLines. The storage may have a hard link to an earlier file of this name, and a paused worker may be
 * writing one at the same time: so the lines go into a file with a unique name, which is renamed once it is complete.
 */
export const keepLines: WorkingFiles["keepLines"] = async (file, lines) => {
  const rest = toPieces(lines);
  const first = await rest.next();
  const second = await rest.next();
  if (second.done) return inMemory(Buffer.from(first.value ?? "", "utf8"));
  const own = `${file}.${randomUUID()}`;
  try {
    const written = await writeNew(own, [first.value ?? "", second.value], rest);
    await rename(own, file);
    return { ...written, source: file };
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
};

function inMemory(source: Buffer) {
  return { source, size: source.length, sha256: createHash("sha256").update(source).digest("hex") };
}

async function* toPieces(lines: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length <= WRITE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
  return undefined;
}

async function writeNew(file: string, begun: readonly string[], rest: AsyncIterable<string>) {
  const hash = await openHash();
  const handle = await open(file, "wx", 0o600);
  const write = async (piece: string) => {
    const bytes = Buffer.from(piece, "utf8");
    hash.update(bytes);
    await handle.writeFile(bytes);
  };
  try {
    for (const piece of begun) await write(piece);
    for await (const piece of rest) await write(piece);
  } finally {
    await handle.close();
  }
  return { size: hash.sizeBytes, sha256: hash.finish().sha256 };
}
