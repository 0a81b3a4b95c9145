import type { Sql } from "../../sql.ts";

/** How a run ended. `looked`: how many of each thing were looked at; `error`: why it could not be finished. */
export type RunEnd = { readonly looked: Readonly<Record<string, number>>; readonly error?: string };

/** Ends a run; its findings stay. Nothing happens when the lease is lost. */
export async function endRun(
  tx: Sql,
  runId: string,
  fence: bigint,
  { looked, error }: RunEnd,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE check_run SET ended_at = clock_timestamp(), error = ${error ?? null},
      looked = jsonb_build_object('deep', looked -> 'deep') || ${JSON.stringify(looked)}::jsonb
    WHERE id = ${runId} AND fence = ${fence}`;
}
