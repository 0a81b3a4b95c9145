import type { SubmissionStatus } from "../../../core/batch/states.ts";
import type { InvalidTransaction } from "../../../core/ledger/ports.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";
import { type Reach, within } from "../within.ts";

/** How a ledger batch stands; `message`: the ledger's last words. */
export type LedgerStatusRow = {
  readonly ledgerId: string;
  readonly status: SubmissionStatus | null;
  readonly message: string | null;
  /** What the ledger found invalid; null where it has not said. */
  readonly invalid: readonly InvalidTransaction[] | null;
  readonly transactionIds: readonly string[];
};

/** How batches of a lane stand, by their ledger ids; those that the lane, or the reach, has not are left out. */
export async function listLedgerStatuses(
  tx: Sql,
  laneId: string,
  ledgerIds: readonly string[],
  reach: Reach,
): Promise<LedgerStatusRow[]> {
  return tx.$queryRaw<LedgerStatusRow[]>`
    SELECT ledger_batch.ledger_id AS "ledgerId", batch.submission_status AS status, batch.ledger_message AS message, batch.ledger_invalid AS invalid,
      ledger_batch.transaction_ids AS "transactionIds"
    FROM ledger_batch JOIN batch ON batch.id = ledger_batch.batch_id
    WHERE ledger_batch.lane_id = ${laneId} AND ledger_batch.ledger_id = ANY(${[...ledgerIds]}::text[])
      AND ${within(Prisma.sql`batch.collection_id`, reach)}`;
}
