import { setTimeout as sleep } from "node:timers/promises";
import { hasCause } from "../lib/fault-causes.ts";

/** Tries after the first one; the pause before each is random below a bound that doubles. */
const MOST_RETRIES = 5;
const FIRST_PAUSE_MS = 10;

/** PostgreSQL: serialisation failure, deadlock. Source: PostgreSQL 15, appendix A, class 40. */
const CONFLICT_STATES: readonly unknown[] = ["40001", "40P01"];

/**
 * Retries work that loses a conflict with another transaction, up to 5 times. Nothing of the lost try was kept, so
 * `act` must have no effects outside the database. `onRetry` is called each time. A commit whose answer was lost does
 * not count.
 * @throws the last error of `act`
 */
export async function retryConflicts<Result>(
  act: () => Promise<Result>,
  onRetry: (error: unknown) => void = () => undefined,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await act();
    } catch (error) {
      if (retries === MOST_RETRIES || !isConflict(error)) throw error;
      onRetry(error);
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** retries);
    }
  }
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
