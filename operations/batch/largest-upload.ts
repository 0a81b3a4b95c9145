import { findSetting } from "../../prisma/store/setting/find.ts";
import type { Context } from "../context.ts";

/** Where the quota is kept that the first worker measured. */
export const QUOTA_KEY = "working-storage-quota";

/**
 * How many bytes an upload may have: what is set, and no more than the quota of working storage, since nothing could be
 * made of a larger one. Before the first worker has measured that, what is set.
 */
export async function largestUpload({ db, env }: Pick<Context, "db" | "env">): Promise<number> {
  const quota = env.WORKING_STORAGE_QUOTA ?? (await findSetting(db, QUOTA_KEY));
  return Math.min(env.UPLOAD_MAX_BYTES, quota ?? env.UPLOAD_MAX_BYTES);
}
