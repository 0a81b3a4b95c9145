import type { PersonState, PersonView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import type { Sql } from "../../prisma/sql.ts";
import { findPersonRow, type PersonRow } from "../../prisma/store/person.ts";

/** A person as admins see them. */
export function personView(row: PersonRow): PersonView {
  const { id, name, email, role, collections, createdAt } = row;
  return {
    id,
    name,
    email,
    role,
    state: stateOf(row),
    collections,
    createdAt: createdAt.toISOString(),
    closed: closedOf(row),
  };
}

/**
 * The person of an id.
 * @throws WaybillError `not_found`
 */
export async function getPersonView(tx: Sql, id: string): Promise<PersonView> {
  const row = await findPersonRow(tx, id);
  if (!row) throw new WaybillError("not_found", "There is no such person.");
  return personView(row);
}

function stateOf({ isClosed, hasPassword }: PersonRow): PersonState {
  if (isClosed) return "closed";
  return hasPassword ? "active" : "invited";
}

function closedOf({ isClosed, closedAt, closedBy, closedWhy }: PersonRow): PersonView["closed"] {
  if (!isClosed) return null;
  return { at: closedAt.toISOString(), by: closedBy ?? "Waybill", reason: closedWhy };
}
