import type { OpenLinkView, PersonDetail } from "../../core/contracts/account-views.ts";
import { findOpenLink, type LinkRow } from "../../prisma/store/link.ts";
import { listTokenRows } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { listSessions } from "../session/list.ts";
import { tokenView } from "../token/view.ts";
import { getPersonView } from "./view.ts";

/**
 * A person with everything that gives access to their account: open link, sessions, tokens.
 * @throws WaybillError `not_allowed`, `session_needed`, `not_found`
 */
export async function getPerson({ db, actor }: Context, personId: string): Promise<PersonDetail> {
  allow(actor, "manage-people");
  needSession(actor);
  const person = await getPersonView(db, personId);
  return {
    person,
    link: linkView(await findOpenLink(db, personId)),
    sessions: await listSessions(db, personId, actor.sessionId),
    tokens: (await listTokenRows(db, personId)).map(tokenView),
  };
}

function linkView(row: LinkRow | undefined): OpenLinkView | null {
  if (!row) return null;
  const { kind, createdAt, createdBy, expiresAt } = row;
  return { kind, createdBy, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
