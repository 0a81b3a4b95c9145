import type { FolderKind, WorkingFiles } from "../../core/ports.ts";
import type { Sql } from "../../prisma/sql.ts";
import type { Context } from "../context.ts";

/**
 * Removes folders from working storage under a fence. `giveUp` locks the rows and marks the folders as gone, and the
 * folders are renamed aside before that commits. Folders a resume creates in their place are never touched, however
 * late this process continues. If the process dies, the sweep removes what was set aside; if it dies before the commit,
 * the rows are given up again. @returns how many folders there were
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
      // the transaction is retried when it loses a conflict
      await putBack();
      const given = await giveUp(tx);
      for (const id of given) {
        const aside = await working.setAside(kind, id);
        if (aside !== undefined) moved.set(id, aside);
      }
      return given;
    });
  } catch (error) {
    // a commit whose answer was lost may have succeeded: then the folder is an orphan, and the sweep removes it
    await putBack().catch(() => undefined);
    throw error;
  }
  // the sweep removes what cannot be removed now
  for (const aside of moved.values()) await working.clear(aside).catch(() => undefined);
  return { ids, folders: moved.size };
}
