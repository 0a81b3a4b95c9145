import { LinkUseRequest } from "../../core/contracts/account-requests.ts";
import { hashPassword } from "../../lib/password.ts";
import { writeAudit } from "../../prisma/store/audit.ts";
import { redeemLinkRow } from "../../prisma/store/link.ts";
import { lockPerson, setPassword } from "../../prisma/store/person.ts";
import { endAllSessions } from "../../prisma/store/session.ts";
import { revokeAllTokens } from "../../prisma/store/token.ts";
import type { Context } from "../context.ts";
import { requireGoodPassword } from "../person/require-good-password.ts";
import { hashOf } from "../token/secret.ts";
import { getLink, linkEnded } from "./look-up.ts";

/**
 * Sets a password with a one-time link, which is then used up: the first password with an invitation, a new one with a
 * reset. Ends all sessions of the person, and tokens only on request. A refused password does not use up the link.
 * @returns the e-mail to sign in with
 * @throws WaybillError `link_ended`, `password_common`; ZodError
 */
export async function redeemLink(
  { db, changes, actor }: Pick<Context, "db" | "changes" | "actor">,
  request: LinkUseRequest,
): Promise<{ readonly email: string }> {
  const { secret, password, revokeTokens } = LinkUseRequest.parse(request);
  const known = await getLink(db, secret);
  await requireGoodPassword(password, known);
  const passwordHash = await hashPassword(password, { isKnown: true });
  await db.$transaction(async (tx) => {
    await lockPerson(tx, known.userId);
    const { userId, kind, name, email } = await getLink(tx, secret);
    if (!(await redeemLinkRow(tx, hashOf(secret)))) throw linkEnded();
    await setPassword(tx, userId, passwordHash);
    const sessionsEnded = await endAllSessions(tx, userId);
    const tokensRevoked = revokeTokens ? await revokeAllTokens(tx, userId) : 0;
    await writeAudit(
      tx,
      { id: userId, name, email, via: "link", address: actor.address },
      {
        action: kind === "invitation" ? "account.accept" : "account.reset",
        target: userId,
        after: { sessionsEnded, tokensRevoked },
      },
    );
  });
  changes.note({ people: true });
  return { email: known.email };
}
