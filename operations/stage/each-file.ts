import { type FileRecord, listFiles } from "../../prisma/store/file/list.ts";
import type { StageInput } from "./stage.ts";

const PAGE = 1000;

/** A job's files one by one in manifest order, read from the database a page at a time. */
export async function* eachFile(
  { ctx, job, signal }: StageInput,
  which: Parameters<typeof listFiles>[2],
): AsyncGenerator<FileRecord> {
  let after = 0;
  for (;;) {
    const page = await listFiles(ctx.db, job.id, which, { after, most: PAGE });
    for (const file of page) {
      signal.throwIfAborted();
      yield file;
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.ordinal;
  }
}
