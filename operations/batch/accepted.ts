import type { BatchView } from "../../core/contracts/views.ts";
import type { Context } from "../context.ts";
import { getBatch } from "./get.ts";
import { placeInLine } from "./place-in-line.ts";
import type { Submitted } from "./submit.ts";
import { batchView } from "./view.ts";

/**
 * The answer to a deposit: its batch as `getBatch` shows it. A new batch has no jobs, files or reports, so all that is
 * read is its place in line; the rest is known from accepting it.
 */
export async function acceptedBatch(ctx: Context, { batchId, accepted }: Submitted): Promise<BatchView> {
  if (!accepted) return getBatch(ctx, batchId);
  const around = {
    jobs: {},
    begun: [],
    lane: "goes",
    bytes: { done: 0n, total: 0n },
    line: await placeInLine(ctx, accepted),
    resumable: false,
    warnings: { jobs: 0, warnings: 0, listed: [] },
    reports: [],
  } as const;
  return batchView(accepted, around, ctx.actor, ctx.env);
}
