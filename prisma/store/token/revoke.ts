import type { Tx } from "../../client.ts";
import { TOKEN_SELECT } from "./insert.ts";

/** Ends one of the person's own tokens at once; undefined when they have no such token that still works. */
export async function revokeTokenRow(
  tx: Tx,
  token: { readonly id: string; readonly userId: string; readonly at: Date },
) {
  const [row] = await tx.apiToken.updateManyAndReturn({
    where: { id: token.id, userId: token.userId, revokedAt: null },
    data: { revokedAt: token.at },
    select: TOKEN_SELECT,
  });
  return row;
}
