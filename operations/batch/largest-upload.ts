import { findSetting } from "../../prisma/store/installation.ts";
import type { Context } from "../context.ts";

/** Where the quota is kept that the first worker measured. */
export const QUOTA_KEY = "working-storage-quota";

/**
 * How many bytes an upload may have: what is set, and no more than the quota of working storage, since nothing could be
 * made of a larger one. Before the first worker has measured that, what is set.
 */
export async function largestUpload(ctx: Pick<Context, "db" | "env">): Promise<number> {
  const { env } = ctx;
  const quota = await findQuota(ctx);
  return Math.min(env.UPLOAD_MAX_BYTES, quota ?? env.UPLOAD_MAX_BYTES);
}

/** The quota of working storage, in bytes; undefined before the first worker has measured it. */
export async function findQuota({ db, env }: Pick<Context, "db" | "env">): Promise<number | undefined> {
  return env.WORKING_STORAGE_QUOTA ?? (await findSetting(db, QUOTA_KEY));
}
