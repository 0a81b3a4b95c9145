import type { UploadSpace } from "../../../core/space/upload-room.ts";
import type { Sql } from "../../sql.ts";
import { HAS_ENDED } from "./kept-sql.ts";

/**
 * What kept uploads and running jobs take of working storage, in bytes. Read before an upload begins: the first sum comes
 * from `batch_payload_idx` alone, which has nothing but batches whose payload is kept.
 */
export async function readUploadUse(tx: Sql): Promise<Pick<UploadSpace, "keptBytes" | "runningBytes">> {
  const [use] = await tx.$queryRaw<Pick<UploadSpace, "keptBytes" | "runningBytes">[]>`
    SELECT COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)::float8 AS "keptBytes",
      COALESCE((SELECT sum(space_reserved) FROM job WHERE space_reserved > 0 AND NOT ${HAS_ENDED}), 0)::float8 AS "runningBytes"`;
  return use ?? { keptBytes: 0, runningBytes: 0 };
}
