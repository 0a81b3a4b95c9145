import { reachOf } from "../../core/access/roles.ts";
import { clientStatus, isTold } from "../../core/ledger/client-status.ts";
import { type LedgerStatusRow, listLedgerStatuses } from "../../prisma/store/lane/batches.ts";
import type { Context } from "../context.ts";
import { findLedgerLane } from "./find-ledger-lane.ts";

/** One batch's status as a ledger's client sees it. */
export type ClientStatus = {
  readonly id: string;
  readonly status: string;
  readonly invalid_transactions: readonly {
    readonly id: string;
    readonly message: string;
    /** Further data from the ledger, in base64. */
    readonly extended_data?: string;
  }[];
};

const LOOK_MS = 500;

/**
 * The statuses of signed batches, one per id in the order given. Waits up to `waitMs` until all have ended; on Sawtooth
 * it does not wait for unknown ids. Batches of collections the actor may not read count as unknown.
 * @throws WaybillError `unknown_lane`, `not_a_ledger_lane`, `not_allowed`; the signal's reason
 */
export async function readStatuses(
  ctx: Context,
  request: {
    readonly serviceId: string;
    readonly ledgerIds: readonly string[];
    readonly waitMs: number;
    readonly signal: AbortSignal;
  },
): Promise<readonly ClientStatus[]> {
  const { laneId, backend } = await findLedgerLane(ctx, request.serviceId, "read");
  const reach = reachOf(ctx.actor, "read");
  const until = ctx.now().getTime() + request.waitMs;
  for (;;) {
    const rows = await listLedgerStatuses(ctx.db, laneId, request.ledgerIds, reach);
    const byId = new Map(rows.map((row) => [row.ledgerId, row]));
    const all = request.ledgerIds.map((id) => byId.get(id));
    if (all.every((row) => isTold(backend, row?.status)) || ctx.now().getTime() >= until) {
      return request.ledgerIds.map((id, place) => ({
        id,
        status: clientStatus(backend, all[place]?.status),
        invalid_transactions: invalidOf(all[place]),
      }));
    }
    await pause(LOOK_MS, request.signal);
  }
}

/** The transactions the ledger named; the first one if it named none or never judged the batch. */
function invalidOf(row: LedgerStatusRow | undefined): ClientStatus["invalid_transactions"] {
  const isInvalid = row?.status === "Invalid" || row?.status === "Rejected" || row?.status === "Skipped";
  if (!isInvalid) return [];
  if (row.status === "Invalid" && row.invalid?.length)
    return row.invalid.map(({ id, message, data }) => ({
      id,
      message,
      ...(data && { extended_data: data }),
    }));
  const [id] = row.transactionIds;
  return id === undefined ? [] : [{ id, message: row.message ?? "" }];
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
