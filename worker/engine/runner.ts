import { WaybillError } from "../../core/errors.ts";
import type { Log } from "../../lib/log.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { Ask, Kind, Lease, LeaseTable, Wake } from "./lease-table.ts";

/** Work on one row under its lease. It gives the lease back itself when it ends well. */
export type Work = (row: {
  readonly id: string;
  readonly fence: bigint;
  readonly kills: number;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** How long after an unexpected error the row is tried again. */
const FAULT_PAUSE_MS = 5_000;
/** Rows worked in a row after one wake-up, before the handler reports back to the queue. */
const MOST_IN_A_ROW = 32;

type Parts = {
  readonly table: LeaseTable;
  readonly keeper: LeaseKeeper;
  readonly works: Readonly<Record<Kind, Work>>;
  readonly isUnavailable: (error: unknown) => boolean;
  /** Called for a due row that another transaction has locked, so that its wake-up achieved nothing. */
  readonly onLocked: (wake: Wake) => void;
  readonly log: Log;
};

/**
 * Answers wake-ups: takes the row's lease, works the row, and gives the lease back whatever happens. Then, or at once if the
 * wake-up names none, it goes on with the next due row, since a wake-up costs more than a look at the database. `onRow` is
 * called after each row. Never throws. @returns how many rows it has had
 */
export function makeRunner({
  table,
  keeper,
  works,
  isUnavailable,
  onLocked,
  log,
}: Parts): (ask: Ask, onRow: () => void) => Promise<number> {
  const giveBack = async (wake: Wake, fence: bigint, dueInMs: number) => {
    try {
      await table.release(wake.kind, { id: wake.id, fence, dueInMs });
    } catch (error) {
      log.warn({ ...wake, err: error }, "a lease could not be given back; it will expire");
    }
  };
  const afterError = async (wake: Wake, fence: bigint, error: unknown) => {
    const code = error instanceof WaybillError ? error.code : undefined;
    if (code === "stale_state" || code === "lease_lost") {
      log.info({ ...wake, code }, "another worker has taken over");
      await giveBack(wake, fence, 0);
    } else if (code === "shutting_down") await giveBack(wake, fence, 0);
    else if (isUnavailable(error)) {
      log.warn({ ...wake, err: error }, "the database is unavailable");
      await giveBack(wake, fence, FAULT_PAUSE_MS);
    } else {
      log.error({ ...wake, err: error }, "work stopped by an unexpected error");
      await giveBack(wake, fence, FAULT_PAUSE_MS);
    }
  };
  const take = async (wake: Wake) => {
    try {
      return await table.take(wake.kind, wake.id, () => onLocked(wake));
    } catch (error) {
      log.warn({ ...wake, err: error }, "a lease could not be taken");
      return undefined;
    }
  };
  const takeNext = async (kind: Kind) => {
    if (keeper.isStopping) return undefined;
    try {
      return await table.takeNext(kind);
    } catch (error) {
      log.warn({ kind, err: error }, "the next row could not be taken");
      return undefined;
    }
  };
  /** @returns whether it succeeded */
  const workRow = async (wake: Wake, lease: Lease) => {
    const held = keeper.hold(wake.kind, wake.id, lease.fence);
    try {
      await works[wake.kind]({ id: wake.id, ...lease, signal: held.signal });
      return true;
    } catch (error) {
      await afterError(wake, lease.fence, held.signal.aborted ? held.signal.reason : error);
      return false;
    } finally {
      held.done();
    }
  };
  return async (ask, onRow) => {
    const { kind } = ask;
    const lease = ask.id === undefined ? undefined : await take(ask);
    if (lease && ask.id !== undefined && !(await workRow(ask, lease))) return 1;
    let rows = lease ? 1 : 0;
    for (let count = 0; count < MOST_IN_A_ROW; count += 1) {
      const next = await takeNext(kind);
      onRow();
      if (!next) break;
      rows += 1;
      if (!(await workRow({ kind, id: next.id }, next))) break;
    }
    return rows;
  };
}
