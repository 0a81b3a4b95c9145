import { PersonRequest } from "../../core/contracts/account-requests.ts";
import type { PersonView } from "../../core/contracts/account-views.ts";
import { hashPassword } from "../../lib/password.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { addPerson } from "./add.ts";
import { requireGoodPassword } from "./require-good-password.ts";

/**
 * Creates a person who can sign in at once, with a given password: for Waybill itself and for tests. No route calls it;
 * admins invite people instead.
 * @throws WaybillError `not_allowed`, `email_taken`, `unknown_collection`, `password_common`; ZodError when the request
 * does not fit
 */
export async function createPerson(ctx: Context, request: PersonRequest): Promise<PersonView> {
  allow(ctx.actor, "manage-people");
  needSession(ctx.actor);
  const { password, ...person } = PersonRequest.parse(request);
  await requireGoodPassword(password, person);
  const passwordHash = await hashPassword(password, { isKnown: true });
  return ctx.db.$transaction((tx) =>
    addPerson(ctx, tx, { ...person, passwordHash, action: "person.create" }),
  );
}
