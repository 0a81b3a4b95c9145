import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findPersonForActor } from "../../prisma/store/person.ts";
import { endSessionRow } from "../../prisma/store/session.ts";
import type { Context } from "../context.ts";

/**
 * Writes that a sign-in has made this session. To be called before anybody is given the session: one that cannot be
 * written is ended again, so that nobody is signed in without a row.
 * @throws WaybillError `not_signed_in` when there is no such person; and whatever kept the row from being written
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
