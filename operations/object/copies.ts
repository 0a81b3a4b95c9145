import type { ObjectCopiesView } from "../../core/contracts/object-views.ts";
import { copiesWords } from "../../core/copy/words.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listObjectCopies } from "../../prisma/store/copy/of-object.ts";

const ENDED = "The profile does not name this storage any more, so versions are missing there.";

/** Where an object is and how sure that is, the storage it is kept in (`home`) first. */
export async function objectCopies(
  sql: Sql,
  { id, home }: { readonly id: string; readonly home: string },
): Promise<ObjectCopiesView> {
  const rows = await listObjectCopies(sql, id);
  const storages = rows.map(({ storage, verifiedAt, isEnded, ...row }) => ({
    ...row,
    trouble: row.trouble ?? (isEnded ? ENDED : null),
    name: storage,
    isHome: storage === home,
    verifiedAt: verifiedAt?.toISOString() ?? null,
  }));
  return {
    words: copiesWords(rows),
    storages: storages.sort((one, other) => Number(other.isHome) - Number(one.isHome)),
  };
}
