import type { FolderKind, WorkingFiles } from "../../core/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { Context } from "../context.ts";

/**
 * Removes folders of working storage under a fence: `giveUp` locks the rows and says in them that the folders are gone,
 * and they are renamed aside before that commits. What is made in their place afterwards, by a resume, is never touched,
 * however late this process goes on. A process that dies in between leaves what it set aside to the sweep; one that dies
 * before the commit leaves rows that are given up again. @returns how many folders there were
 * @throws WaybillError `storage_away`: nothing was given up
 */
export async function removeFolders(
  ctx: Pick<Context, "db">,
  working: WorkingFiles,
  kind: FolderKind,
  giveUp: (tx: Sql) => Promise<readonly string[]>,
): Promise<{ readonly ids: readonly string[]; readonly folders: number }> {
  await working.root.require();
  const moved = new Map<string, string>();
  const putBack = async () => {
    for (const [id, aside] of moved) await working.putBack(aside, kind, id);
    moved.clear();
  };
  let ids: readonly string[];
  try {
    ids = await ctx.db.transact(async (tx) => {
      // the transaction is done again when it loses against another
      await putBack();
      const given = await giveUp(tx);
      for (const id of given) {
        const aside = await working.setAside(kind, id);
        if (aside !== undefined) moved.set(id, aside);
      }
      return given;
    });
  } catch (error) {
    // a commit whose answer was lost may have happened: then the folder is an orphan in its place, and swept as one
    await putBack().catch(() => undefined);
    throw error;
  }
  // what cannot be removed now is removed by the sweep
  for (const aside of moved.values()) await working.clear(aside).catch(() => undefined);
  return { ids, folders: moved.size };
}
