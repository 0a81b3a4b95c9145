import type { Sql } from "../../sql.ts";

/** Until when an incident is silenced, who said so and why. */
export type Silence = { readonly until: Date; readonly by: string; readonly reason: string };

/** The silence of an incident that is in force; `since`: when its first job failed. */
export async function findSilence(tx: Sql, cause: string, since: Date): Promise<Silence | undefined> {
  const [row] = await tx.$queryRaw<Silence[]>`
    SELECT until, by, reason FROM incident_silence
    WHERE cause = ${cause} AND until > clock_timestamp() AND at >= ${since}`;
  return row;
}

/** Silences an incident until then; an earlier silence of it is replaced. */
export async function silenceCause(tx: Sql, cause: string, { until, by, reason }: Silence): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO incident_silence (cause, until, by, reason) VALUES (${cause}, ${until}, ${by}, ${reason})
    ON CONFLICT (cause) DO UPDATE SET until = excluded.until, by = excluded.by, reason = excluded.reason, at = excluded.at`;
}

/** Ends the silence of an incident. @returns whether there was one */
export async function endSilence(tx: Sql, cause: string): Promise<boolean> {
  return (await tx.$executeRaw`DELETE FROM incident_silence WHERE cause = ${cause}`) > 0;
}

/** Removes silences that are over, and those of causes that no failed job has any more. @returns how many */
export async function forgetSilenceRows(tx: Sql): Promise<number> {
  return tx.$executeRaw`
    DELETE FROM incident_silence AS silence
    WHERE silence.until <= clock_timestamp()
      OR NOT EXISTS (SELECT FROM job WHERE job.failure_cause = silence.cause)`;
}
