import type { Db } from "../../prisma/client.ts";
import { findSetting } from "../../prisma/store/installation.ts";
import type { Context } from "../context.ts";

/** The key under which the first worker stores the quota it measured. */
export const QUOTA_KEY = "working-storage-quota";

/**
 * The most bytes of an upload: the setting, but no more than the quota of working storage, since a larger upload could
 * not be processed. Before the first worker has measured the quota, the setting alone.
 */
export async function largestUpload(ctx: Pick<Context, "db" | "env">): Promise<number> {
  const { env } = ctx;
  const quota = await findQuota(ctx);
  return Math.min(env.UPLOAD_MAX_BYTES, quota ?? env.UPLOAD_MAX_BYTES);
}

const measured = new WeakMap<Db, number>();

/**
 * The quota of working storage, in bytes; undefined before the first worker has measured it. What has been measured
 * never changes, so it is read once per process.
 */
export async function findQuota({ db, env }: Pick<Context, "db" | "env">): Promise<number | undefined> {
  const known = env.WORKING_STORAGE_QUOTA ?? measured.get(db);
  if (known !== undefined) return known;
  const quota = await findSetting(db, QUOTA_KEY);
  if (quota !== undefined) measured.set(db, quota);
  return quota;
}
