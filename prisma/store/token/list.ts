import type { Tx } from "../../client.ts";
import { TOKEN_SELECT } from "./insert.ts";

/** A person's own tokens, newest first, revoked ones too. */
export async function listTokenRows(tx: Tx, userId: string) {
  return tx.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TOKEN_SELECT,
  });
}
