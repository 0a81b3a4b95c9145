import type { Tx } from "../../client.ts";
import { TOKEN_SELECT } from "./insert.ts";

/** One of the person's own tokens, revoked or not. */
export async function findTokenRow(tx: Tx, id: string, userId: string) {
  return tx.apiToken.findFirst({ where: { id, userId }, select: TOKEN_SELECT });
}
