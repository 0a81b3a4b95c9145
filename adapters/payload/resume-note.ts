import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import type { Fetch } from "../../core/ports.ts";
import { mostBytes } from "./declared.ts";
import { findStat } from "./find-stat.ts";
import { partPath } from "./part-file.ts";

/** The note beside a part file, in `<to>.part.json`. The address is stored as a digest: it may contain credentials. */
export type ResumeNote = {
  readonly urlSha256: string;
  /** Value for `If-Range`: a strong ETag or date. */
  readonly validator: string;
  readonly total: number | null;
  /** The payload source that wrote the bytes. */
  readonly session: string;
};

/** A part file that can be continued: the bytes it has, and what its source must still report about itself. */
export type Earlier = { readonly bytes: number; readonly note: ResumeNote };

/** Path of the note of `to`. It exists only while a part file of the same download does. */
function notePath(to: string): string {
  return `${partPath(to)}.json`;
}

/** The SHA-256 that stands for an address in the note. */
export function urlSha256(url: string): string {
  return createHash("sha256").update(url).digest("hex");
}

/** Writes the note of `to`, private to its owner. Its part file must exist already. */
export async function writeNote(to: string, note: ResumeNote): Promise<void> {
  await writeFile(notePath(to), JSON.stringify(note), { mode: 0o600 });
}

/** Removes the note of `to`, if there is one. Do this before removing its part file. */
export async function removeNote(to: string): Promise<void> {
  await rm(notePath(to), { force: true });
}

/**
 * The part file of a fetch, if it can be continued: started from the same address, with a validator, still too short.
 * Without a declared digest only a part file of this very `session` will do: otherwise nothing shows that bytes written
 * before a power cut are intact.
 */
export async function findEarlier(request: Fetch, session: string): Promise<Earlier | undefined> {
  const part = await findStat(partPath(request.to));
  if (!part?.isFile() || part.size === 0 || part.size >= mostBytes(request)) return undefined;
  const note = readNote(await readFile(notePath(request.to), "utf8").catch(() => ""));
  if (!note || note.urlSha256 !== urlSha256(request.url)) return undefined;
  if (note.total !== null && part.size >= note.total) return undefined;
  if (request.declaredDigest === undefined && note.session !== session) return undefined;
  return { bytes: part.size, note };
}

/** A note that is missing, or was cut off by a crash, counts as none. */
function readNote(text: string): ResumeNote | undefined {
  let note: Partial<Record<keyof ResumeNote, unknown>> | null;
  try {
    note = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { urlSha256: url, validator, total, session } = note ?? {};
  if (typeof url !== "string" || typeof validator !== "string" || typeof session !== "string")
    return undefined;
  if (total !== null && typeof total !== "number") return undefined;
  return { urlSha256: url, validator, total, session };
}
