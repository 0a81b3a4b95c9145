import type { SequencerKeys } from "../../core/contracts/sequencer-views.ts";
import { listKeys } from "../../prisma/store/sequencer.ts";
import type { Context } from "../context.ts";

/** The public keys that receipts are verified with, of every node there has been: they are for everybody who is signed in. */
export async function listSequencerKeys({ db }: Pick<Context, "db">): Promise<SequencerKeys> {
  return { keys: await listKeys(db) };
}
