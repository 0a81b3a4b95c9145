import type { Role } from "../../core/access/roles.ts";
import type { Scope } from "../../core/access/scopes.ts";
import { scopesOf } from "../../core/access/useful-scopes.ts";
import { TokenRequest } from "../../core/contracts/account-requests.ts";
import type { TokenView } from "../../core/contracts/account-views.ts";
import { WaybillError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { findPersonForActor, lockPerson } from "../../prisma/store/person.ts";
import { insertToken } from "../../prisma/store/token.ts";
import { allow, needSession } from "../allow.ts";
import type { Context } from "../context.ts";
import { hashOf, newSecret } from "./secret.ts";
import { tokenView } from "./view.ts";

const DAY_MS = 86_400_000;

/**
 * Creates an API token that acts as its owner, within its scopes and until it expires by the database's clock. The
 * secret is in this answer only and cannot be shown again. Requires a signed-in person.
 * @throws WaybillError `not_allowed` (also for a scope the role has no use for), `session_needed`, `not_signed_in`;
 * ZodError
 */
export async function createToken(
  { db, actor, uuid }: Context,
  request: TokenRequest,
): Promise<{ token: TokenView; secret: string }> {
  allow(actor, "manage-own-tokens");
  needSession(actor);
  const { name, expiresInDays, scopes } = TokenRequest.parse(request);
  requireUseful(scopes, actor.role);
  const secret = newSecret();
  const row = await db.$transaction(async (tx) => {
    // closing an account revokes all its tokens: none may be created after that
    await lockPerson(tx, actor.id);
    if ((await findPersonForActor(tx, actor.id))?.isClosed !== false)
      throw new WaybillError("not_signed_in", "This account is closed. Ask an admin.");
    const token = await insertToken(tx, {
      id: uuid(),
      userId: actor.id,
      name,
      hash: hashOf(secret),
      hint: `${secret.slice(0, 7)}...`,
      scopes: [...new Set(scopes)],
      lifeMs: expiresInDays * DAY_MS,
    });
    await writeAudit(tx, actor, {
      action: "token.create",
      target: token.id,
      ownerId: actor.id,
      after: { name, scopes: token.scopes, expiresAt: token.expiresAt.toISOString() },
    });
    return token;
  });
  return { token: tokenView(row), secret };
}

function requireUseful(scopes: readonly Scope[], role: Role): void {
  const useless = scopes.filter((scope) => !scopesOf(role).includes(scope));
  if (useless.length === 0) return;
  throw new WaybillError("not_allowed", `Your role (${role}) cannot use the scope ${useless.join(", ")}.`);
}
