import { type Admission, admit, gateOpen } from "../../../core/space/admission.ts";
import type { Db } from "../../client.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { GATE, GIVES_WAY, lockGate, type Own, readUse, type Storage, setGate, type Use } from "../space.ts";

/** `folder`: where the job's files will be, below working storage; left out: it has its folder. */
export type Reservation = {
  readonly jobId: string;
  readonly fence: bigint;
  readonly needBytes: number;
  readonly folder?: string;
};

/**
 * Reserves working storage for jobs, or says why they must wait; results are in the order given. One group at a time
 * across all workers, so that no two jobs get the same free space. Reserving again replaces
 * what a job had. When space is needed, folders of failed jobs give way.
 */
export async function reserveSpace(
  db: Db,
  asks: readonly Reservation[],
  storage: Storage,
): Promise<Admission[]> {
  return (await reserveAtOnce(db, asks, storage)) ?? reserveInTurn(db, asks, storage);
}

/**
 * The usual case, in two statements and one commit: there is room for all, and nobody reserves any meanwhile, or the gate
 * would have changed. @returns undefined: it is another case, and nothing was reserved
 */
async function reserveAtOnce(
  db: Db,
  asks: readonly Reservation[],
  storage: Storage,
): Promise<Admission[] | undefined> {
  const use = await readUse(
    db,
    asks.map(({ jobId }) => jobId),
  );
  if (use.gate === null || use.isOpen === null) return undefined;
  const { answers, open } = answerAll(asks, use, { ...storage, open: use.isOpen });
  if (open !== use.isOpen || answers.some(({ kind }) => kind !== "admit")) return undefined;
  const kept = await keepIfUnchanged(db, asks, use.gate);
  return kept && answers.map((answer, place) => (kept.has(asks[place]?.jobId ?? "") ? answer : NOT_KEPT));
}

/** The same while everybody else waits: the gate's row is locked. */
function reserveInTurn(db: Db, asks: readonly Reservation[], storage: Storage): Promise<Admission[]> {
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

/** Each job's answer takes into account what those before it were given. */
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

/** The answer for a job whose row somebody else has locked. */
export const NOT_KEPT: Admission = { kind: "wait", why: "Somebody else is changing this job just now." };

/**
 * Saves the requests whose worker still has its job; skips locked jobs, since everybody else waits for the gate
 * meanwhile.
 */
async function keep(tx: Sql, asks: readonly Reservation[]): Promise<Set<string>> {
  if (asks.length === 0) return new Set();
  const rows = await tx.$queryRaw<
    { id: string }[]
  >`WITH ${keeping(asks, Prisma.sql`TRUE`)} SELECT id FROM kept`;
  return new Set(rows.map(({ id }) => id));
}

/** The same for jobs that are let through the gate as it was. @returns undefined: it has changed, and nothing was saved */
async function keepIfUnchanged(
  tx: Sql,
  asks: readonly Reservation[],
  gate: string,
): Promise<Set<string> | undefined> {
  const [row] = await tx.$queryRaw<{ ids: string[] }[]>`
    WITH gate AS (
      UPDATE setting SET updated_at = clock_timestamp(), value = value || jsonb_build_object('begunAt', clock_timestamp())
      WHERE key = ${GATE} AND xmin::text = ${gate}
      RETURNING key
    ), ${keeping(asks, Prisma.sql`EXISTS (SELECT FROM gate)`)}
    SELECT ARRAY(SELECT id FROM kept) AS ids FROM gate`;
  return row && new Set(row.ids);
}

/** `kept`: the jobs whose requests are saved, if the condition holds. The LIMIT takes nothing away, as in moveEach. */
function keeping(asks: readonly Reservation[], condition: Prisma.Sql): Prisma.Sql {
  const its = (column: Prisma.Sql) => Prisma.sql`(SELECT ${column} FROM mine WHERE mine.id = job.id)`;
  return Prisma.sql`mine AS MATERIALIZED (
      SELECT job.id, asked.need, asked.folder
      FROM (
        SELECT * FROM unnest(${asks.map(({ jobId }) => jobId)}::text[], ${asks.map(({ fence }) => fence)}::bigint[],
          ${asks.map(({ needBytes }) => needBytes)}::bigint[], ${asks.map(({ folder = null }) => folder)}::text[])
        LIMIT ${asks.length}
      ) AS asked (id, fence, need, folder)
      CROSS JOIN LATERAL (
        SELECT id FROM job WHERE id = asked.id AND fence = asked.fence FOR NO KEY UPDATE SKIP LOCKED
      ) AS job
      WHERE ${condition}
    ), kept AS (
      UPDATE job SET space_needed = ${its(Prisma.sql`need`)}, space_reserved = GREATEST(${its(Prisma.sql`need`)}, 1),
        working_directory = COALESCE(${its(Prisma.sql`folder`)}, working_directory)
      WHERE id = ANY(ARRAY(SELECT id FROM mine))
      RETURNING id
    )`;
}

/**
 * Makes folders of failed jobs give way until so many bytes are freed, those that expire soonest first: they expire
 * now, and the next sweep removes them. Folders that have already expired count. Jobs that another transaction has
 * locked are skipped, since the caller holds the gate and everyone else waits for it. @returns how many
 */
async function letFoldersGiveWay(tx: Sql, wantBytes: number): Promise<number> {
  return tx.$executeRaw`
    WITH first AS (
      SELECT job.id, job.folders_until, sum(job.space_reserved) OVER (ORDER BY job.folders_until, job.id) - job.space_reserved AS before
      FROM job WHERE job.space_reserved > 0 AND ${GIVES_WAY}
    ), free AS (
      SELECT job.id FROM job JOIN first ON first.id = job.id
      WHERE first.before < ${wantBytes}::float8 AND job.state = 'Failed' AND job.folders_until > clock_timestamp()
      FOR NO KEY UPDATE OF job SKIP LOCKED
    ), over AS (
      UPDATE job SET folders_until = clock_timestamp() - interval '1 millisecond'
      FROM free WHERE job.id = free.id
      RETURNING job.id, job.batch_id
    )
    INSERT INTO event (kind, batch_id, job_id, actor, reason)
    SELECT 'job.folder-gave-way', batch_id, id, 'Waybill', 'Working storage is wanted for other jobs; a resume fetches its files again.'
    FROM over`;
}
