import { removePart } from "./part-file.ts";
import { removeNote } from "./resume-note.ts";

/** Removes what an unfinished download of `to` left: first the note, so that it never outlives its part file. */
export async function removeLeftovers(to: string): Promise<void> {
  await removeNote(to);
  await removePart(to);
}
