import { isConflict, isDatabaseAway } from "../../../lib/database-fault.ts";
import type { Sql } from "../../sql.ts";
import { FAILED, openGathering } from "../gathering.ts";
import {
  claimNewObjects,
  type Minted,
  mintNumber,
  mintNumbers,
  type NewObjectClaim,
} from "../object/claim-new.ts";
import { markEachPlacing, markPlacing, type Placing } from "./facts.ts";
import { type JobRecord, loadJob, loadJobs } from "./load.ts";
import { type Moved, moveJob } from "./move.ts";
import { alikeMove, moveEach, type PlainMove } from "./move-each.ts";

/** What every job asks of the database on its way. Jobs that ask at the same time share a statement and its commit. */
export type JobSteps = {
  /** As loadJob. */
  load(jobId: string): Promise<JobRecord | undefined>;
  /** As moveJob. */
  move(move: PlainMove): Promise<Moved>;
  /** As mintNumber. */
  mintNumber(jobId: string): Promise<Minted>;
  /** Makes a job's new object; false: there is more to it, or the lease is lost. */
  claimNewObject(claim: NewObjectClaim): Promise<boolean>;
  /** As markPlacing. */
  markPlacing(placing: Placing): Promise<void>;
};

/** The most jobs of one statement. */
const MOST_JOBS = 64;

type Opening = {
  /** That all groups together take at a time. */
  readonly connections?: number;
  /** A group failed, and its jobs go on alone. */
  readonly onFailed?: (error: unknown, jobs: number) => void;
};

/**
 * Opens them over a pool. A job that others have locked, or whose lease is lost, is left out of its group and then asked for
 * alone, and so are all jobs of a group that failed: no job fails with another. One whose collection or ARK is locked keeps its
 * group waiting, for the pool's `lockMs` at most.
 */
export function openJobSteps(db: Sql, { connections = 1, onFailed }: Opening = {}): JobSteps {
  const gather = openGathering({
    connections,
    most: MOST_JOBS,
    onFailed: (error, jobs) => {
      // as a single statement does: whether it was committed is for the next lease to find out
      if (isDatabaseAway(error) && !isConflict(error)) throw error;
      onFailed?.(error, jobs);
    },
  });
  const ofJob = ({ jobId }: { readonly jobId: string }) => jobId;
  const itself = (jobId: string) => jobId;
  const load = gather((jobIds: readonly string[]) => loadJobs(db, jobIds), itself);
  const move = gather((moves: readonly PlainMove[]) => moveEach(db, moves), ofJob, alikeMove);
  const mint = gather((jobIds: readonly string[]) => mintNumbers(db, jobIds), itself);
  const claim = gather((claims: readonly NewObjectClaim[]) => claimNewObjects(db, claims), ofJob);
  const mark = gather((all: readonly Placing[]) => markEachPlacing(db, all), ofJob);
  return {
    load: async (jobId) => {
      const loaded = await load(jobId);
      return loaded === FAILED ? loadJob(db, jobId) : loaded;
    },
    move: async (asked) => {
      const moved = await move(asked);
      return moved === undefined || moved === FAILED ? moveJob(db, asked) : moved;
    },
    mintNumber: async (jobId) => {
      const minted = await mint(jobId);
      return minted === FAILED ? mintNumber(db, jobId) : minted;
    },
    claimNewObject: async (asked) => (await claim(asked)) === true,
    markPlacing: async (placing) => {
      if ((await mark(placing)) !== true) await markPlacing(db, placing);
    },
  };
}
