import type { Sql } from "../../prisma/sql.ts";
import { listUnsigned, signEpochs } from "../../prisma/store/sequencer.ts";
import type { Identity } from "./identity.ts";

const AT_ONCE = 100;

/**
 * Signs the hashes of epochs that nobody has signed, also those of a writer that died before it could.
 * @returns how many
 */
export async function signNew(db: Sql, identity: Pick<Identity, "key" | "sign">): Promise<number> {
  let count = 0;
  for (;;) {
    const unsigned = await listUnsigned(db, AT_ONCE);
    const signed = unsigned.map(({ seq, hash }) => ({ seq, signature: identity.sign(hash) }));
    if (signed.length > 0) await signEpochs(db, identity.key, signed);
    count += signed.length;
    if (unsigned.length < AT_ONCE) return count;
  }
}
