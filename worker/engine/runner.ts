import { QueueError } from "../../core/errors.ts";
import type { Log } from "../../lib/log.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { Kind, LeaseTable, Wake } from "./lease-table.ts";

/** Work on one row under its lease. It gives the lease back itself when it ends well. */
export type Work = (row: {
  readonly id: string;
  readonly fence: bigint;
  readonly kills: number;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** After an error nobody foresaw the row is looked at again this much later. */
const FAULT_PAUSE_MS = 5_000;

type Parts = {
  readonly table: LeaseTable;
  readonly keeper: LeaseKeeper;
  readonly works: Readonly<Record<Kind, Work>>;
  readonly isUnavailable: (error: unknown) => boolean;
  readonly log: Log;
};

/** Answers wake-ups: takes the row's lease, works it, and gives it back whatever happens. Never throws. */
export function makeRunner({
  table,
  keeper,
  works,
  isUnavailable,
  log,
}: Parts): (wake: Wake) => Promise<void> {
  const giveBack = async (wake: Wake, fence: bigint, dueInMs: number) => {
    try {
      await table.release(wake.kind, { id: wake.id, fence, dueInMs });
    } catch (error) {
      log.warn({ ...wake, err: error }, "a lease could not be given back; it expires by itself");
    }
  };
  const afterError = async (wake: Wake, fence: bigint, error: unknown) => {
    const code = error instanceof QueueError ? error.code : undefined;
    if (code === "stale_state" || code === "lease_lost") {
      log.info({ ...wake, code }, "another worker has taken over");
      await giveBack(wake, fence, 0);
    } else if (code === "shutting_down") await giveBack(wake, fence, 0);
    else if (isUnavailable(error)) {
      log.warn({ ...wake, err: error }, "the database is away");
      await giveBack(wake, fence, FAULT_PAUSE_MS);
    } else {
      log.error({ ...wake, err: error }, "work stopped by an error nobody foresaw");
      await giveBack(wake, fence, FAULT_PAUSE_MS);
    }
  };
  const take = async (wake: Wake) => {
    try {
      return await table.take(wake.kind, wake.id);
    } catch (error) {
      log.warn({ ...wake, err: error }, "a lease could not be taken");
      return undefined;
    }
  };
  return async (wake) => {
    const lease = await take(wake);
    if (!lease) return;
    const held = keeper.hold(wake.kind, wake.id, lease.fence);
    try {
      await works[wake.kind]({ id: wake.id, ...lease, signal: held.signal });
    } catch (error) {
      await afterError(wake, lease.fence, held.signal.aborted ? held.signal.reason : error);
    } finally {
      held.done();
    }
  };
}
