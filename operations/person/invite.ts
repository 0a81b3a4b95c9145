import { InviteRequest } from "../../core/contracts/account-requests.ts";
import type { InvitedView } from "../../core/contracts/account-views.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { makeLink } from "../link/make.ts";
import { addPerson } from "./add.ts";

/**
 * Creates a person and a link with which they choose their own password; until then they cannot sign in. If there is a
 * mail server, the link is also mailed. Its address is in this answer only.
 * @throws WaybillError `not_allowed`, `session_needed`, `email_taken`, `unknown_collection`; ZodError
 */
export async function invitePerson(ctx: Context, request: InviteRequest): Promise<InvitedView> {
  allow(ctx.actor, "manage-people");
  needSession(ctx.actor);
  const invited = InviteRequest.parse(request);
  const answer = await ctx.db.$transaction(async (tx) => {
    const person = await addPerson(ctx, tx, { ...invited, action: "person.invite" });
    return { person, link: await makeLink(ctx, tx, { person, kind: "invitation", by: ctx.actor.name }) };
  });
  ctx.changes.note({ mail: answer.link.mailed, due: answer.link.mailed });
  return answer;
}
