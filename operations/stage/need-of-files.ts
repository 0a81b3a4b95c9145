import type { JobPayload } from "../../core/manifest/kinds.ts";
import type { FileRecord } from "../../prisma/store/file.ts";

/**
 * Bytes the files of a job need besides its payload, as far as known; the same rule as `needOf` in prisma/store/file.ts,
 * for files that are in memory.
 */
export function needOfFiles(payload: JobPayload, files: readonly FileRecord[]): bigint {
  return files
    .filter(({ url }) => url !== null || payload === "container")
    .reduce(
      (sum, { size, declaredSize, estimatedSize }) => sum + (size ?? declaredSize ?? estimatedSize ?? 0n),
      0n,
    );
}
