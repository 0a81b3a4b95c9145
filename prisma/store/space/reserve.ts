import { type Admission, admit, gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";

const GATE = "working-storage-gate";

export type Reservation = { readonly jobId: string; readonly fence: bigint; readonly needBytes: number };
export type Storage = { readonly quotaBytes: number; readonly freeBytes: number };

/**
 * Reserves working storage for a job, or says why it has to wait. One at a time over all workers (the gate's row is
 * locked), so that several jobs never share the same free space. Reserving again replaces what the job had.
 * Used: what jobs have reserved, failed ones with a folder included, and the uploads still kept.
 */
export async function reserveSpace(db: Db, reservation: Reservation, storage: Storage): Promise<Admission> {
  return db.$transaction(async (tx) => {
    const [gate] = await tx.$queryRaw<{ open: boolean }[]>`
      INSERT INTO setting (key, value) VALUES (${GATE}, '{"open": true}')
      ON CONFLICT (key) DO UPDATE SET key = excluded.key
      RETURNING (value->>'open')::boolean AS open`;
    const [used] = await tx.$queryRaw<{ bytes: bigint }[]>`
      SELECT (
        COALESCE((SELECT sum(space_reserved) FROM job WHERE space_reserved > 0 AND id <> ${reservation.jobId}), 0)
        + COALESCE((SELECT sum(payload_size) FROM batch WHERE payload_path IS NOT NULL), 0)
      )::bigint AS bytes`;
    const space = { ...storage, usedBytes: Number(used?.bytes ?? 0), open: gate?.open ?? true };
    const open = gateOpen(space);
    if (open !== space.open) {
      await tx.$executeRaw`UPDATE setting SET value = ${JSON.stringify({ open })}::jsonb, updated_at = clock_timestamp() WHERE key = ${GATE}`;
    }
    const answer = admit(space, reservation.needBytes);
    if (answer.kind !== "admit") return answer;
    const kept = await tx.$executeRaw`
      UPDATE job SET space_reserved = GREATEST(${reservation.needBytes}, 1)
      WHERE id = ${reservation.jobId} AND fence = ${reservation.fence}`;
    return kept === 1 ? answer : { kind: "wait", why: "Another worker has taken this job over." };
  });
}
