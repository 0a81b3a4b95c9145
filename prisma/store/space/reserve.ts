import { type Admission, admit, gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";
import type { Sql } from "../../sql.ts";
import { lockGate, type Own, readUse, type Storage, setGate, type Use } from "./gate.ts";
import { letFoldersGiveWay } from "./give-way.ts";

export type Reservation = { readonly jobId: string; readonly fence: bigint; readonly needBytes: number };

/**
 * Reserves working storage for jobs, or says why they have to wait; answers in the order asked. One group at a time over
 * all workers (the gate's row is locked), so that no two jobs share the same free space. Reserving again replaces what
 * a job had. Where space is wanted, folders of failed jobs give way.
 */
export async function reserveSpace(
  db: Db,
  asks: readonly Reservation[],
  storage: Storage,
): Promise<Admission[]> {
  return db.transact(async (tx) => {
    const wasOpen = await lockGate(tx);
    const use = await readUse(
      tx,
      asks.map(({ jobId }) => jobId),
    );
    const { answers, open } = answerAll(asks, use, { ...storage, open: wasOpen });
    const kept = await keep(
      tx,
      asks.filter((_, place) => answers[place]?.kind === "admit"),
    );
    if (open !== wasOpen || kept.size > 0) await setGate(tx, open, kept.size > 0);
    const wantBytes = Math.max(0, ...answers.map((one) => (one.kind === "wait" ? (one.wantBytes ?? 0) : 0)));
    if (wantBytes > 0) await letFoldersGiveWay(tx, wantBytes);
    return answers.map((answer, place) =>
      answer.kind !== "admit" || kept.has(asks[place]?.jobId ?? "") ? answer : NOT_KEPT,
    );
  });
}

const NOTHING: Own = { bytes: 0, promised: 0 };

/** Each job is answered by what those before it were given. */
function answerAll(
  asks: readonly Reservation[],
  use: Use,
  { open, ...storage }: Storage & { open: boolean },
) {
  let { runningBytes, promisedBytes, runningJobs } = use;
  const own = new Map(use.own);
  const answers = asks.map(({ jobId, needBytes }): Admission => {
    const had = own.get(jobId);
    const { bytes, promised } = had ?? NOTHING;
    const others = runningJobs - (had ? 1 : 0);
    const space = {
      ...storage,
      runningBytes: runningBytes - bytes,
      promisedBytes: promisedBytes - promised,
      yieldingBytes: use.yieldingBytes,
      isIdle: others === 0,
      open,
    };
    open = gateOpen(space);
    const answer = admit(space, needBytes);
    if (answer.kind !== "admit") return answer;
    const taken = Math.max(needBytes, 1);
    own.set(jobId, { bytes: taken, promised: taken });
    runningBytes = space.runningBytes + taken;
    promisedBytes = space.promisedBytes + taken;
    runningJobs = others + 1;
    return answer;
  });
  return { answers, open };
}

const NOT_KEPT: Admission = { kind: "wait", why: "Somebody else is changing this job just now." };

/** Those of a worker that still has its job, unless another transaction has locked it: everybody waits for the gate meanwhile. */
async function keep(tx: Sql, asks: readonly Reservation[]): Promise<Set<string>> {
  if (asks.length === 0) return new Set();
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE job SET space_reserved = GREATEST(ask.need, 1)
    FROM unnest(${asks.map(({ jobId }) => jobId)}::text[], ${asks.map(({ fence }) => fence)}::bigint[],
      ${asks.map(({ needBytes }) => needBytes)}::bigint[]) AS ask (id, fence, need)
    WHERE job.id = ask.id AND job.fence = ask.fence
      AND job.id IN (SELECT id FROM job WHERE id = ANY(${asks.map(({ jobId }) => jobId)}::text[]) FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING job.id`;
  return new Set(rows.map(({ id }) => id));
}
