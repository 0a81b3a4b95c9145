import { doubledMs } from "../core/doubled.ts";
import { hasCause } from "../lib/fault-causes.ts";
import { withTries } from "../lib/with-tries.ts";

/** The pause before each try after the first is random below a bound that doubles. */
const TRIES = 6;
const FIRST_PAUSE_MS = 10;
const MOST_PAUSE_MS = 1_000;

/** PostgreSQL: serialisation failure, deadlock. Source: PostgreSQL 15, appendix A, class 40. */
const CONFLICT_STATES: readonly unknown[] = ["40001", "40P01"];

/**
 * Retries work that loses a conflict with another transaction, up to 5 times. Nothing of the lost try was kept, so
 * `act` must have no effects outside the database. `onRetry` is called each time. A commit whose answer was lost does
 * not count.
 * @throws the last error of `act`
 */
export function retryConflicts<Result>(
  act: () => Promise<Result>,
  onRetry: (error: unknown) => void = () => undefined,
): Promise<Result> {
  const pauseMs = (tried: number) => Math.random() * doubledMs(FIRST_PAUSE_MS, tried - 1, MOST_PAUSE_MS);
  return withTries({ tries: TRIES, pauseMs, isWorthIt: isConflict, onRetry }, act);
}

/** Whether this statement or transaction lost a conflict. */
function isConflict(error: unknown): boolean {
  return hasCause(
    error,
    ({ code, kind, originalCode }) =>
      code === "P2034" ||
      kind === "TransactionWriteConflict" ||
      CONFLICT_STATES.includes(code) ||
      CONFLICT_STATES.includes(originalCode),
  );
}
