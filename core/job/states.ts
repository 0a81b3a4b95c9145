/** A job's states and moves, as data. Source: docs/reference/states.md, "Job". */
export const JOB_STATES = [
  "Pending",
  "Held",
  "Estimating",
  "Provisioning",
  "Downloading",
  "Processing",
  "Recording",
  "Notify",
  "Completed",
  "Failed",
  "Deleted",
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** States a worker acts in; each has one stage of the same name. */
export const WORK_STATES = [
  "Pending",
  "Estimating",
  "Provisioning",
  "Downloading",
  "Processing",
  "Recording",
  "Notify",
] as const satisfies readonly JobState[];
export type WorkState = (typeof WORK_STATES)[number];

/** States a failed job may be resumed in, in pipeline order. */
export const RESUME_STATES = [
  "Downloading",
  "Processing",
  "Recording",
  "Notify",
] as const satisfies readonly WorkState[];
export type ResumeState = (typeof RESUME_STATES)[number];

/** How a job is born: `Failed` when its payload cannot be trusted (no recovery). */
export const JOB_BIRTHS = ["Pending", "Failed"] as const satisfies readonly JobState[];

/** Moves the worker makes by itself. */
export const JOB_WORKER_MOVES = {
  Pending: ["Held", "Estimating", "Failed"],
  Held: [],
  Estimating: ["Provisioning", "Failed"],
  Provisioning: ["Downloading", "Failed"],
  Downloading: ["Processing", "Failed"],
  Processing: ["Recording", "Failed"],
  Recording: ["Notify", "Failed"],
  Notify: ["Completed", "Failed"],
  Completed: [],
  Failed: [],
  Deleted: [],
} as const satisfies Record<JobState, readonly JobState[]>;

/** Moves that take a person: hold, force fail, release, resume, delete. */
export const JOB_PERSON_MOVES = {
  Pending: ["Held", "Failed"],
  Estimating: ["Failed"],
  Provisioning: ["Failed"],
  Downloading: ["Failed"],
  Processing: ["Failed"],
  Recording: ["Failed"],
  Notify: ["Failed"],
  Held: ["Estimating", "Deleted"],
  Failed: ["Downloading", "Processing", "Recording", "Notify", "Deleted"],
} as const satisfies Partial<Record<JobState, readonly JobState[]>>;

/** Begun and not ended: a worker has it, or it waits for something it needs. */
export const BEGUN_STATES = [
  "Estimating",
  "Provisioning",
  "Downloading",
  "Processing",
  "Recording",
  "Notify",
] as const satisfies readonly WorkState[];

/**
 * Before anything is fetched. By its row the job has no working storage yet, although its worker may be further than the
 * row says, for a moment. A job in Downloading may or may not have some.
 */
export const UNFETCHED_STATES = [
  "Pending",
  "Held",
  "Estimating",
  "Provisioning",
] as const satisfies readonly JobState[];

/** All files have been fetched: the job needs no more working storage than it has. */
export const FETCHED_STATES = ["Processing", "Recording", "Notify"] as const satisfies readonly WorkState[];

/** States in which a job may wait for working storage. Source: docs/reference/states.md, "Working storage". */
export const SPACE_STATES = ["Provisioning", "Downloading"] as const satisfies readonly WorkState[];

/** States that no move leaves, not even a resume. */
export const JOB_FINAL = ["Completed", "Deleted"] as const satisfies readonly JobState[];

/** Ended: nothing more happens by itself. A batch reports once all its jobs have ended. */
export const JOB_ENDED = ["Completed", "Failed", "Deleted"] as const satisfies readonly JobState[];

/** States the worker may take a job in `S` to. */
export type NextOf<S extends JobState> = (typeof JOB_WORKER_MOVES)[S][number];

/** May a job go `from` one state `to` another, moved by the worker or by a person? */
export function canMoveJob(from: JobState, to: JobState, by: Mover): boolean {
  const moves: Partial<Record<JobState, readonly JobState[]>> =
    by === "worker" ? JOB_WORKER_MOVES : JOB_PERSON_MOVES;
  return moves[from]?.includes(to) ?? false;
}

/** Who makes a move. The two have separate tables, so that a button can never do what only the pipeline may. */
export type Mover = "worker" | "person";

export function isJobState(value: string): value is JobState {
  return (JOB_STATES as readonly string[]).includes(value);
}

/** Does a job in this state wait for a worker? A held or ended one waits for a person or for nobody. */
export function isWorkState(state: JobState): state is WorkState {
  return (WORK_STATES as readonly JobState[]).includes(state);
}

export function hasEnded(state: JobState): boolean {
  return (JOB_ENDED as readonly JobState[]).includes(state);
}
