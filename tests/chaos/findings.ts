import type { Disturbed } from "./disturb.ts";
import type { Drained } from "./drain.ts";
import type { Header } from "./header.ts";
import type { Limits } from "./limits.ts";
import type { OrderVerdict } from "./order.ts";
import type { Recovered } from "./recovery.ts";
import type { RepositoryVerdict } from "./repository/judge.ts";
import type { TasksVerdict } from "./tasks/judge.ts";
import type { Verdict } from "./verdict.ts";
import type { Tally } from "./world.ts";

/** Within which the claims of a killed worker must be free, for 95 of 100. */
export const RECOVERY_MOST_MS = 20_000;

/** What a run has found; only what was measured. Times in seconds, but for `recoveries`: ms. */
export type Findings = {
  readonly header: Header;
  readonly disturbed: Disturbed;
  /** What was shown one by one: evidence, or why it does not hold. */
  readonly directed: readonly { readonly name: string; readonly said: string; readonly holds: boolean }[];
  readonly tally: Tally;
  readonly verdict: Verdict;
  readonly order: OrderVerdict;
  readonly tasks: TasksVerdict;
  /** Deposits that were made and acknowledged, and refusals of them by code. */
  readonly deposits: {
    readonly attempted: number;
    readonly acknowledged: number;
    readonly refused: Readonly<Record<string, number>>;
  };
  readonly repository: RepositoryVerdict;
  readonly recoveries: Readonly<Record<Recovered, readonly number[]>>;
  /** Workers that ended without being told to. */
  readonly deaths: readonly string[];
  /** Errors in the workers' logs, the first of each message. */
  readonly errors: readonly string[];
  readonly limits: Limits;
  readonly times: Drained & { readonly wholeS: number };
  /** Why the run fails, in sentences. */
  readonly failures: readonly string[];
};
