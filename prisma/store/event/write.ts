import type { Sql } from "../../sql.ts";

/** An event that is no move of a state. `details`: what it is about, where that is no batch or job. */
export type NewEvent = {
  /** `<thing>.<act>` */
  readonly kind: string;
  readonly batchId?: string;
  readonly jobId?: string;
  readonly actor: string;
  readonly reason?: string | undefined;
  readonly details?: object;
};

/** Writes an event, in the transaction of what happened. */
export async function writeEvent(tx: Sql, event: NewEvent): Promise<void> {
  const details = event.details ? JSON.stringify(event.details) : null;
  await tx.$executeRaw`
    INSERT INTO event (kind, batch_id, job_id, actor, reason, details)
    VALUES (${event.kind}, ${event.batchId ?? null}, ${event.jobId ?? null}, ${event.actor}, ${event.reason ?? null}, ${details}::jsonb)`;
}
