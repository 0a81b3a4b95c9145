import { WaybillError } from "../../core/errors.ts";
import type { WorkState } from "../../core/job/states.ts";
import { isDatabaseAway } from "../../lib/database-fault.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { JobSteps } from "../../prisma/store/job/gathered.ts";
import { type JobMove, type Moved, moveJob } from "../../prisma/store/job/move.ts";
import type { PlainMove } from "../../prisma/store/job/move-each.ts";
import type { Context } from "../context.ts";

/** How long a move may wait for the next ones. Pages show a stage that takes longer while it runs. */
const WITHIN_MS = 200;

/** Errors that mean that the job is no longer this worker's. */
const NOT_OURS: readonly string[] = ["stale_state", "lease_lost"];

/** A move of a running job, with what must be written in its transaction. */
export type Step = Pick<JobMove, "to" | "stored" | "folderGone" | "dropFolder" | "parts" | "spaceNeeded"> & {
  readonly from: WorkState;
  readonly also?: ((tx: Sql) => Promise<void>) | undefined;
};

/** A job under its lease. */
type Leased = { readonly jobId: string; readonly batchId: string; readonly fence: bigint };

/**
 * The moves of a running job on their way into the database. Moves that need not be written before the work goes on wait
 * for the next ones, up to 200 ms, and are then written together: one transaction and one statement for all of them, with
 * an event for each. If the worker dies before, the job is taken up from the state that was written.
 */
export class Progress {
  readonly #ctx: Context;
  readonly #steps: Pick<JobSteps, "move">;
  readonly #job: Leased;
  #waiting: Step[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #moved: Moved | undefined;
  #reached: WorkState;

  constructor(ctx: Context, steps: Pick<JobSteps, "move">, job: Leased, state: WorkState) {
    this.#ctx = ctx;
    this.#steps = steps;
    this.#job = job;
    this.#reached = state;
  }

  /** The state from which the last moves were written, or could not be. */
  get reached(): WorkState {
    return this.#reached;
  }

  /** What the last move that was written has changed. */
  get moved(): Moved | undefined {
    return this.#moved;
  }

  /** Takes a move. It is written within 200 ms, or with `written`. */
  add(step: Step): void {
    this.#waiting.push(step);
    // whoever calls `written` next hears of an error
    this.#timer ??= setTimeout(() => void this.written().catch(() => undefined), WITHIN_MS);
  }

  /**
   * Resolves when all moves so far are written. Once that has failed, it fails again, and nothing more is written, until
   * `dropped`. Errors: `stale_state`, those of `also`, those of the database.
   */
  async written(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#writeAll());
    await this.#writing;
  }

  /** Forgets what could not be written. */
  dropped(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.#writing = Promise.resolve();
  }

  /** The work has ended: forgets what is not written, and waits for what is being written. */
  async end(): Promise<void> {
    const writing = this.#writing;
    this.dropped();
    // whoever wrote has been told
    await writing.catch(() => undefined);
  }

  async #writeAll(): Promise<void> {
    const steps = this.#waiting;
    this.#waiting = [];
    if (steps.length === 0) return;
    try {
      await this.#write(steps);
    } catch (error) {
      if (steps.length === 1 || isDatabaseAway(error) || isNotOurs(error)) throw error;
      // each by itself: the job stays where the one that fails would have taken it from
      for (const step of steps) await this.#write([step]);
    }
    this.#ctx.changes.note({ batch: this.#job.batchId, job: this.#job.jobId });
  }

  async #write(steps: readonly Step[]): Promise<void> {
    const last = steps.at(-1);
    if (!last) return;
    const { jobId, fence } = this.#job;
    this.#reached = steps[0]?.from ?? last.from;
    const parts = steps.flatMap((step) => step.parts ?? []);
    const spaceNeeded = steps.findLast((step) => step.spaceNeeded !== undefined)?.spaceNeeded;
    const stored = steps.findLast((step) => step.stored)?.stored;
    const move: PlainMove = {
      jobId,
      fence,
      from: last.from,
      to: last.to,
      by: "worker",
      actor: "Waybill",
      earlier: steps.slice(0, -1).map(({ from, to }) => ({ from, to })),
      ...(spaceNeeded !== undefined && { spaceNeeded }),
      ...(stored && { stored }),
      ...(last.folderGone && { folderGone: true }),
      ...(last.dropFolder && { dropFolder: true }),
      parts,
    };
    const also = steps.flatMap((step) => step.also ?? []);
    this.#moved =
      also.length === 0
        ? await this.#steps.move(move)
        : await this.#ctx.db.transact(async (tx) => {
            for (const write of also) await write(tx);
            return moveJob(tx, move);
          });
  }
}

/** Whether an error means that the job is no longer this worker's. */
export function isNotOurs(error: unknown): boolean {
  return error instanceof WaybillError && NOT_OURS.includes(error.code);
}
