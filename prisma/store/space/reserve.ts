import { type Admission, admit, gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";
import type { Sql } from "../../sql.ts";
import { lockGate, readUse, type Storage, setGate } from "./gate.ts";

export type Reservation = { readonly jobId: string; readonly fence: bigint; readonly needBytes: number };

/**
 * Reserves working storage for jobs, or says why they have to wait; answers in the order asked. One group at a time over
 * all workers (the gate's row is locked), so that no two jobs share the same free space. Reserving again replaces what
 * a job had. Used: what jobs have reserved, failed ones with a folder included, and the uploads still kept.
 */
export async function reserveSpace(
  db: Db,
  asks: readonly Reservation[],
  storage: Storage,
): Promise<Admission[]> {
  return db.transact(async (tx) => {
    const wasOpen = await lockGate(tx);
    const { usedBytes, own } = await readUse(
      tx,
      asks.map(({ jobId }) => jobId),
    );
    let used = usedBytes;
    let open = wasOpen;
    const answers = asks.map(({ jobId, needBytes }) => {
      const space = { ...storage, usedBytes: used - (own.get(jobId) ?? 0), open };
      open = gateOpen(space);
      const answer = admit(space, needBytes);
      if (answer.kind === "admit") used = space.usedBytes + Math.max(needBytes, 1);
      return answer;
    });
    if (open !== wasOpen) await setGate(tx, open);
    const kept = await keep(
      tx,
      asks.filter((_, place) => answers[place]?.kind === "admit"),
    );
    return answers.map((answer, place) =>
      answer.kind !== "admit" || kept.has(asks[place]?.jobId ?? "") ? answer : TAKEN_OVER,
    );
  });
}

const TAKEN_OVER: Admission = { kind: "wait", why: "Another worker has taken this job over." };

async function keep(tx: Sql, asks: readonly Reservation[]): Promise<Set<string>> {
  if (asks.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE job SET space_reserved = GREATEST(ask.need, 1)
    FROM unnest(${asks.map(({ jobId }) => jobId)}::text[], ${asks.map(({ fence }) => fence)}::bigint[],
      ${asks.map(({ needBytes }) => needBytes)}::bigint[]) AS ask (id, fence, need)
    WHERE job.id = ask.id AND job.fence = ask.fence
    RETURNING job.id`;
  return new Set(rows.map(({ id }) => id));
}
