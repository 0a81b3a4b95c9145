import type { AccountView } from "../../core/contracts/account-views.ts";
import { needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { getPersonView } from "../person/view.ts";
import { listSessions } from "../session/list.ts";

/**
 * The actor's own account with its sessions, for every role.
 * @throws WaybillError `session_needed`
 */
export async function getAccount({ db, actor }: Context): Promise<AccountView> {
  needSession(actor);
  return {
    person: await getPersonView(db, actor.id),
    sessions: await listSessions(db, actor.id, actor.sessionId),
  };
}
