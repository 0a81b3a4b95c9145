import type { Sql } from "../../sql.ts";
import { findPersonForActor } from "./find-actor.ts";

/** The address a person signs in with; undefined for Waybill itself, and once the account is closed. */
export async function findEmail(tx: Sql, userId: string): Promise<string | undefined> {
  const person = await findPersonForActor(tx, userId);
  return person?.isClosed ? undefined : person?.email;
}
