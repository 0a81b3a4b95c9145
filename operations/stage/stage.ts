import type { ProfileSettings } from "../../core/contracts/profile.ts";
import type { NextOf, WorkState } from "../../core/job/states.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { JobRecord } from "../../prisma/store/job/load.ts";
import type { MovePart } from "../../prisma/store/job/part.ts";
import type { Context } from "../context.ts";
import type { StagePorts } from "../ports.ts";
import type { JobFiles } from "./job-files.ts";
import type { Placed, Stored } from "./stored.ts";

/** The input of a stage: one job under a lease. `signal` aborts when the lease is lost or the worker stops. */
export type StageInput = {
  readonly ctx: Context;
  readonly ports: StagePorts;
  readonly job: JobRecord;
  readonly settings: ProfileSettings;
  readonly fence: bigint;
  readonly signal: AbortSignal;
  readonly files: JobFiles;
  /** What this run has stored; undefined: nothing yet, or an earlier run did. */
  readonly placed: Placed | undefined;
  /** Waits until all the job's moves so far are in the database. Call it before an effect that must not precede them. */
  readonly written: () => Promise<void>;
};

/**
 * A stage's decision. A stage never moves the job itself; the runner does, in the same transaction as `also` if there
 * is one. Failures are thrown as WaybillErrors.
 */
export type Outcome<S extends WorkState> =
  | {
      readonly kind: "advance";
      readonly to: Exclude<NextOf<S>, "Failed" | "Held">;
      /** The move may wait a moment for the next ones: a crash before it is written repeats nothing that costs much. */
      readonly isShort?: boolean;
      /** What the stage has changed of the job, besides its state. */
      readonly changed?: Partial<Pick<JobRecord, "spaceNeeded" | "spaceReserved" | "workingDirectory">>;
      /** The job's folder has been removed. */
      readonly folderGone?: true;
      /** The job's folder is to be removed once the move is written. */
      readonly dropFolder?: true;
      /** What Processing stored, for Recording and for a repeat. */
      readonly stored?: Stored;
      readonly placed?: Placed;
      readonly also?: (tx: Sql) => Promise<void>;
      /** What the statement of the move does besides. */
      readonly parts?: readonly MovePart[];
    }
  /** Its collection or batch is held: to Held. */
  | { readonly kind: "hold" }
  /** The whole intake is: it waits where it is, until that is released. */
  | { readonly kind: "pause" }
  | Waiting;

/** The job stays where it is and is tried again after `againInMs`, or WAIT_RETRY_MS. */
export type Waiting = {
  readonly kind: "wait";
  readonly code: string;
  readonly why: string;
  readonly againInMs?: number;
};

/** One stage of the pipeline. It may run again after a crash at any point, so every effect must be safe to repeat. */
export type Stage<S extends WorkState> = (input: StageInput) => Promise<Outcome<S>>;
