import {
  ASKED_STATUSES,
  BATCH_AWAITS_JOBS,
  BATCH_ENDED,
  BATCH_FINAL,
  BATCH_IN_LINE,
  BATCH_OPEN,
  BATCH_REPORTING,
  BATCH_UNBEGUN,
  BATCH_WORKED,
  FINAL_STATUSES,
} from "../../core/batch/states.ts";
import { DELETABLE_STATES } from "../../core/job/deletable.ts";
import {
  BEGUN_STATES,
  FETCHED_STATES,
  JOB_ENDED,
  JOB_FINAL,
  SPACE_STATES,
  UNFETCHED_STATES,
  WORK_STATES,
} from "../../core/job/states.ts";
import { TASK_BEGUN } from "../../core/task/states.ts";
import { Prisma } from "../generated/client.ts";

/**
 * Words as an SQL list, to be used after IN: literals, not parameters, since the planner uses a partial index only when
 * the statement's own text implies the index's condition.
 * @throws Error for anything but one or more words of A to Z and a to z: no user input may get here
 */
export function wordList(words: readonly string[]): Prisma.Sql {
  if (words.length === 0 || !words.every((word) => /^[A-Za-z]+$/.test(word)))
    throw new Error(`no words for SQL: ${JSON.stringify(words)}`);
  return Prisma.raw(`(${words.map((word) => `'${word}'`).join(", ")})`);
}

/** States of a job, as core/job names them. The partial indexes of open and of ended jobs have `ended` word for word. */
export const JOB_IS = {
  ended: wordList(JOB_ENDED),
  final: wordList(JOB_FINAL),
  worked: wordList(WORK_STATES),
  begun: wordList(BEGUN_STATES),
  unfetched: wordList(UNFETCHED_STATES),
  fetched: wordList(FETCHED_STATES),
  takingSpace: wordList(SPACE_STATES),
  deletable: wordList(DELETABLE_STATES),
} as const;

/** States of a batch, as core/batch/states.ts names them. The partial index of untouched batches has `unbegun`. */
export const BATCH_IS = {
  ended: wordList(BATCH_ENDED),
  final: wordList(BATCH_FINAL),
  open: wordList(BATCH_OPEN),
  inLine: wordList(BATCH_IN_LINE),
  worked: wordList(BATCH_WORKED),
  reporting: wordList(BATCH_REPORTING),
  awaitingJobs: wordList(BATCH_AWAITS_JOBS),
  unbegun: wordList(BATCH_UNBEGUN),
} as const;

/** A batch's standing with its backend. The partial index of what locks a lane has `final`. */
export const STATUS_IS = {
  final: wordList(FINAL_STATUSES),
  asked: wordList(ASKED_STATUSES),
} as const;

/** States of a task. The partial index of what keeps a lane of tasks waiting has `begun`. */
export const TASK_IS = { begun: wordList(TASK_BEGUN) } as const;
