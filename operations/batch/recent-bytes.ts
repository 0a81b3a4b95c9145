import type { Db } from "../../prisma/client.ts";
import { type BatchBytes, sumFilesOfBatch, sumLeftOfBatches } from "../../prisma/store/file.ts";
import type { Context } from "../context.ts";

type Kept = { readonly untilMs: number; readonly bytes: Promise<BatchBytes> };

const LARGE_JOBS = 5_000;
const FRESH_MS = 5_000;

const keptOf = new WeakMap<Db, Map<string, Kept>>();

/**
 * Bytes of a batch's files. Adding up 100,000 rows takes about a second, and everyone watching a large batch asks at
 * each change. So while a batch of more than 5,000 jobs is moving, all share an answer up to 5 s old.
 */
export function recentBytes(
  { db, now }: Context,
  batch: { readonly id: string; readonly jobs: number; readonly moving: boolean },
): Promise<BatchBytes> {
  if (!batch.moving || batch.jobs <= LARGE_JOBS) return sumFilesOfBatch(db, batch.id);
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  const nowMs = now().getTime();
  for (const [id, { untilMs }] of kept) if (untilMs <= nowMs) kept.delete(id);
  const fresh = kept.get(batch.id)?.bytes;
  if (fresh) return fresh;
  const bytes = sumFilesOfBatch(db, batch.id);
  kept.set(batch.id, { untilMs: nowMs + FRESH_MS, bytes });
  bytes.catch(() => kept.delete(batch.id));
  return bytes;
}

/** Bytes still to come of batches that are moving; for large ones the answer is up to 5 s old. */
export async function recentLeft(
  ctx: Context,
  batches: readonly { readonly id: string; readonly jobs: number }[],
): Promise<bigint> {
  const small = batches.filter(({ jobs }) => jobs <= LARGE_JOBS).map(({ id }) => id);
  const large = batches.filter(({ jobs }) => jobs > LARGE_JOBS);
  const [left, ...others] = await Promise.all([
    sumLeftOfBatches(ctx.db, small),
    ...large.map((batch) => recentBytes(ctx, { ...batch, moving: true })),
  ]);
  return others.reduce((sum, bytes) => sum + bytes.left, left);
}
