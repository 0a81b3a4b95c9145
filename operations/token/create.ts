import type { TokenRequest } from "../../core/contracts/requests.ts";
import type { TokenView } from "../../core/contracts/views.ts";
import { QueueError } from "../../core/errors.ts";
import { writeAudit } from "../../prisma/store/audit/write.ts";
import { insertToken } from "../../prisma/store/token/insert.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";
import { hashOf, newSecret } from "./secret.ts";
import { tokenView } from "./view.ts";

const DAY_MS = 86_400_000;

/**
 * Makes an API token that acts as its owner. The secret is in this answer only; it cannot be shown again. Takes a
 * signed-in person, so that a leaked token cannot make itself successors.
 * @throws QueueError `not_allowed`
 */
export async function createToken(
  ctx: Context,
  request: TokenRequest,
): Promise<{ token: TokenView; secret: string }> {
  const { db, actor, now, uuid } = ctx;
  allow(actor, "manage-own-tokens");
  if (actor.via === "token")
    throw new QueueError("not_allowed", "A token cannot make tokens. Sign in to make one.");
  const secret = newSecret();
  const { name, expiresInDays } = request;
  const row = await db.$transaction(async (tx) => {
    const token = await insertToken(tx, {
      id: uuid(),
      userId: actor.id,
      name,
      hash: hashOf(secret),
      hint: `${secret.slice(0, 7)}...`,
      expiresAt: expiresInDays === undefined ? null : new Date(now().getTime() + expiresInDays * DAY_MS),
    });
    await writeAudit(tx, actor, {
      action: "token.create",
      target: token.id,
      after: { name, expiresAt: token.expiresAt?.toISOString() ?? null },
    });
    return token;
  });
  return { token: tokenView(row), secret };
}
