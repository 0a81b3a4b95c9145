import { epochText, itemsText, NO_HASH } from "../../core/sequencer/epoch.ts";
import type { Sql } from "../../prisma/sql.ts";
import {
  type KeptEpoch,
  listItems,
  listUnsigned,
  MOST_UNSIGNED,
  signEpochs,
} from "../../prisma/store/sequencer.ts";
import { hashesOf, sha256 } from "./hashes.ts";
import type { Identity } from "./identity.ts";

/**
 * Signs epochs that nobody has signed, also those of a writer that died before it could, if their hashes are those of their
 * items and of the epoch before: what somebody has written into the database by hand is not signed.
 * @returns the first that is not what it says; it stays unsigned, and so does all that follows
 */
export async function signNew(
  db: Sql,
  identity: Pick<Identity, "key" | "sign">,
): Promise<KeptEpoch | undefined> {
  for (;;) {
    const unsigned = await listUnsigned(db);
    const signed: { seq: number; signature: string }[] = [];
    let wrong: KeptEpoch | undefined;
    for (const epoch of unsigned) {
      if (!(await isTrue(db, epoch))) wrong = epoch;
      if (wrong) break;
      signed.push({ seq: epoch.seq, signature: identity.sign(epoch.hash) });
    }
    if (signed.length > 0) await signEpochs(db, identity.key, signed);
    if (wrong || unsigned.length < MOST_UNSIGNED) return wrong;
  }
}

async function isTrue(db: Sql, epoch: KeptEpoch & { readonly hashBefore: string | null }): Promise<boolean> {
  const items = await listItems(db, epoch.first, epoch.last);
  return (
    items.length === epoch.last - epoch.first + 1 &&
    sha256(itemsText(hashesOf(items))) === epoch.itemsHash &&
    sha256(epochText(epoch)) === epoch.hash &&
    epoch.previousHash === (epoch.hashBefore ?? NO_HASH)
  );
}
