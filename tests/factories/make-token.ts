import { randomUUID } from "node:crypto";
import { SCOPES, type Scope } from "../../core/access/scopes.ts";
import { hashOf, newSecret } from "../../operations/token/secret.ts";
import type { Db } from "../../prisma/client.ts";

/** A token of a person, whatever their role, with all scopes or those given. Returns its secret. */
export async function makeToken(db: Db, userId: string, scopes: readonly Scope[] = SCOPES): Promise<string> {
  const secret = newSecret();
  await db.apiToken.create({
    data: {
      id: randomUUID(),
      userId,
      name: "test",
      hash: hashOf(secret),
      hint: secret.slice(-4),
      scopes: [...scopes],
    },
  });
  return secret;
}
