import type { ObjectCopiesView } from "../../core/contracts/object-views.ts";
import { copiesWords } from "../../core/copy/words.ts";
import { listObjectCopies } from "../../prisma/store/copy/of-object.ts";
import type { Context } from "../context.ts";

const ENDED = "The profile does not name this storage any more, so versions are missing there.";

const UNKNOWN = "Waybill has no settings for this storage: nothing is copied, read or mended there.";

/** Where an object is and how sure that is, the storage it is kept in (`home`) first. */
export async function objectCopies(
  { db, env }: Pick<Context, "db" | "env">,
  { id, home }: { readonly id: string; readonly home: string },
): Promise<ObjectCopiesView> {
  const rows = await listObjectCopies(db, id);
  const isKnown = (storage: string) => storage === home || Object.hasOwn(env.COPY_STORAGES, storage);
  const storages = rows.map(({ storage, verifiedAt, isEnded, ...row }) => ({
    ...row,
    trouble: row.trouble ?? (isEnded ? ENDED : isKnown(storage) ? null : UNKNOWN),
    name: storage,
    isHome: storage === home,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  }));
  return {
    words: copiesWords(rows),
    storages: storages.sort((one, other) => Number(other.isHome) - Number(one.isHome)),
  };
}
