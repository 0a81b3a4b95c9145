/** Public ids: a prefix and a random UUID, so that they cannot be guessed or enumerated. */
export type BatchId = `bid-${string}`;
export type JobId = `jid-${string}`;

export const BATCH_ID = /^bid-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const JOB_ID = /^jid-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function batchId(uuid: string): BatchId {
  return `bid-${uuid}`;
}

export function jobId(uuid: string): JobId {
  return `jid-${uuid}`;
}

export type TaskId = `tid-${string}`;

export function taskId(uuid: string): TaskId {
  return `tid-${uuid}`;
}
