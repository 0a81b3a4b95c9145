import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findPersonForActor } from "../../prisma/store/person.ts";
import { endSessionRow } from "../../prisma/store/session.ts";
import type { Context } from "../context.ts";

/**
 * Audits the sign-in that created this session. Call it before handing out the session: if the row cannot be written,
 * the session is ended again, so that nobody is signed in without a record.
 * @throws WaybillError `not_signed_in` when there is no such person; also any error of writing the row
 */
export async function recordSignIn(
  { db, actor, changes }: Pick<Context, "db" | "actor" | "changes">,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  try {
    const person = await findPersonForActor(db, userId);
    if (!person) throw new WaybillError("not_signed_in", "This account is gone. Ask an admin.");
    const { name, email } = person;
    await writeAudit(
      db,
      { id: userId, name, email, via: "password", address: actor.address },
      { action: "session.begin", target: userId, after: { session: id } },
    );
  } catch (error) {
    await endSessionRow(db, { id, userId }).catch(() => undefined);
    throw error;
  }
  changes.note({ people: true });
}
