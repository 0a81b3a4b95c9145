import { WaybillError } from "../../core/errors.ts";
import { refuseSupplied } from "../../core/identifier/judge-supplied.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findSuppliedEvidence } from "../../prisma/store/minted.ts";

/**
 * Refuses an ARK that came with a deposit but does not belong to its collection. Processing checks every supplied ARK
 * this way, whether it came in a field, a row, an address or a metadata file. @throws WaybillError `bad_identifier`
 */
export async function requireSuppliable(tx: Sql, ark: string, collectionId: string): Promise<void> {
  const refusal = refuseSupplied(ark, collectionId, await findSuppliedEvidence(tx, ark));
  if (refusal !== undefined) throw new WaybillError("bad_identifier", refusal);
}
