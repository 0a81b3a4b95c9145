import { judgeMediaType } from "../../core/media/judge.ts";
import type { FileRecord, FileResult } from "../../prisma/store/file.ts";
import type { StageInput } from "./stage.ts";

/** The media type of a received file, from its bytes, and any warning. `at`: its path. */
export async function judgeFile(
  { ports }: StageInput,
  { name, line, declaredMediaType }: FileRecord,
  at: string,
): Promise<Pick<FileResult, "warning"> & { readonly mediaType: string }> {
  const looks = await ports.mediaTypes.look(at, name);
  const { mediaType, warning } = judgeMediaType({ ...looks, name, declared: declaredMediaType });
  return { mediaType, warning: warning ? { line: line ?? 0, ...warning } : null };
}
