import { randomUUID } from "node:crypto";
import { Attempts } from "../../core/access/attempts.ts";
import { hashPassword } from "../../lib/password.ts";
import { changePassword } from "../../operations/account/change-password.ts";
import { getAccount } from "../../operations/account/get.ts";
import { closeAccount } from "../../operations/person/close.ts";
import { getPerson } from "../../operations/person/get.ts";
import { grantCollections } from "../../operations/person/grant.ts";
import { invitePerson } from "../../operations/person/invite.ts";
import { listPeople } from "../../operations/person/list.ts";
import { reopenAccount } from "../../operations/person/reopen.ts";
import { sendLink } from "../../operations/person/send-link.ts";
import { setRole } from "../../operations/person/set-role.ts";
import { endSession, endSessions } from "../../operations/session/end.ts";
import { createToken } from "../../operations/token/create.ts";
import { listTokens } from "../../operations/token/list.ts";
import { revokeToken } from "../../operations/token/revoke.ts";
import { setPassword } from "../../prisma/store/person.ts";
import { makeSession } from "../factories/make-session.ts";
import { admins, everybody, ownTokens, type RouteRow } from "./route-row.ts";

const reason = "by the table";
const PASSWORD = "correct horse battery";

/** The own account, people, and everybody's tokens. */
export const ACCOUNT_ROWS: readonly RouteRow[] = [
  { route: "GET api/v1/account", expect: everybody("ok"), call: getAccount },
  {
    route: "PUT api/v1/account/password",
    expect: everybody("ok"),
    call: async (ctx) => {
      await setPassword(ctx.db, ctx.actor.id, await hashPassword(PASSWORD));
      const request = { currentPassword: PASSWORD, newPassword: "a new horse battery" };
      return changePassword(ctx, request, new Attempts(1, 1000));
    },
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/account/sessions",
    expect: everybody("ok"),
    call: (ctx) => endSessions(ctx, ctx.actor.id),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/account/sessions/[id]",
    expect: everybody("ok"),
    call: async (ctx) => {
      const sessionId = await makeSession(ctx.db, ctx.actor.id);
      return endSession(ctx, { personId: ctx.actor.id, sessionId });
    },
    changes: "fresh",
  },
  { route: "GET api/v1/tokens", expect: ownTokens, call: listTokens },
  {
    route: "POST api/v1/tokens",
    expect: ownTokens,
    call: (ctx) => createToken(ctx, { name: "x", scopes: ["read"] }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/tokens/[id]",
    expect: { ...everybody("not_found"), viewer: "not_allowed" },
    call: (ctx, { tokenId }) => revokeToken(ctx, { personId: ctx.actor.id, tokenId }),
    changes: "fresh",
  },
  { route: "GET api/v1/people", expect: admins, call: listPeople },
  {
    route: "POST api/v1/people",
    expect: admins,
    call: (ctx) =>
      invitePerson(ctx, {
        name: "New",
        email: `${randomUUID()}@example.org`,
        role: "viewer",
        collections: [],
      }),
    changes: "fresh",
  },
  { route: "GET api/v1/people/[id]", expect: admins, call: (ctx, { personId }) => getPerson(ctx, personId) },
  {
    route: "PUT api/v1/people/[id]/role",
    expect: admins,
    call: (ctx, { personId }) => setRole(ctx, { personId, role: "operator" }),
    changes: "fresh",
  },
  {
    route: "PUT api/v1/people/[id]/collections",
    expect: admins,
    call: (ctx, { personId, collection }) =>
      grantCollections(ctx, { personId, collections: [collection.slug] }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/people/[id]/link",
    expect: admins,
    call: (ctx, { personId }) => sendLink(ctx, personId),
    changes: "fresh",
  },
  {
    route: "POST api/v1/people/[id]/close",
    expect: admins,
    call: (ctx, { personId }) => closeAccount(ctx, { personId, reason }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/people/[id]/reopen",
    expect: admins,
    call: (ctx, { closedId: personId }) => reopenAccount(ctx, { personId, reason }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/people/[id]/sessions",
    expect: admins,
    call: (ctx, { personId }) => endSessions(ctx, personId),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/people/[id]/sessions/[session]",
    expect: admins,
    call: (ctx, { personId, sessionId }) => endSession(ctx, { personId, sessionId }),
    changes: "fresh",
  },
  {
    route: "DELETE api/v1/people/[id]/tokens/[token]",
    expect: admins,
    call: (ctx, { personId, tokenId }) => revokeToken(ctx, { personId, tokenId }),
    changes: "fresh",
  },
];
