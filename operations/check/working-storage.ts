import * as z from "zod";
import { WaybillError } from "../../core/errors.ts";
import {
  findPayloadKeeper,
  forgetFolder,
  forgetMissingFolder,
  forgetMissingPayload,
  listFolderKeepers,
  listNeededFolders,
  listPayloadKeepers,
} from "../../prisma/store/check/folders.ts";
import { databaseClock } from "../../prisma/store/hold/hold.ts";
import { lockFolderRow } from "../../prisma/store/upkeep.ts";
import { removeFolders } from "../upkeep/remove-folders.ts";
import { counted, type Fix, type Found, inGroups, inPages, type Look } from "./look.ts";

const FOLDER_KINDS = ["batches", "jobs"] as const;
const FolderFacts = z.object({ in: z.enum(FOLDER_KINDS), changedAt: z.string() });

/**
 * Finds folders nothing refers to, and jobs and batches whose folder is gone. Errors: `storage_away` when working
 * storage itself is not there
 */
export async function* findInWorkingStorage(look: Look): AsyncGenerator<Found> {
  if (!(await look.ports.folders.isThere())) {
    // nothing has been deposited yet, unless rows say otherwise
    const first = { graceMs: look.graceMs, after: "", limit: 1 };
    const payloads = await listPayloadKeepers(look.ctx.db, first);
    const folders = await listFolderKeepers(look.ctx.db, first);
    if (payloads.length + folders.length > 0) throw await notThere(look);
    return;
  }
  yield* findOrphans(look);
  yield* findMissingFolders(look);
  yield* findMissingPayloads(look);
}

async function notThere({ ports }: Pick<Look, "ports">): Promise<WaybillError> {
  const fault = await ports.working.root.findFault();
  return new WaybillError(
    "storage_away",
    `${fault?.message ?? "Working storage was away for a moment."} Its contents could not be checked.`,
  );
}

async function* findOrphans(look: Look): AsyncGenerator<Found> {
  const { ctx, ports, graceMs } = look;
  const before = (await databaseClock(ctx.db)).getTime() - graceMs;
  for (const kind of FOLDER_KINDS) {
    for await (const group of inGroups(ports.folders.list(kind))) {
      counted(look, "folders", group.length);
      const old = group.filter(({ changedAt }) => changedAt.getTime() < before);
      const ids = old.map(({ id }) => id);
      const needed = await listNeededFolders(ctx.db, kind, ids, graceMs);
      for (const { id, changedAt } of old.filter((folder) => !needed.has(folder.id)))
        yield {
          kind: "orphan_folder",
          subject: id,
          facts: { in: kind, changedAt: changedAt.toISOString() } satisfies z.infer<typeof FolderFacts>,
        };
    }
  }
}

async function* findMissingFolders(look: Look): AsyncGenerator<Found> {
  const { ctx, ports } = look;
  for await (const { id } of inPages(look, (page) => listFolderKeepers(ctx.db, page))) {
    counted(look, "jobs", 1);
    if (await ports.folders.hasJobFolder(id)) continue;
    yield { kind: "missing_folder", subject: id, facts: {} };
  }
}

async function* findMissingPayloads(look: Look): AsyncGenerator<Found> {
  const { ctx, ports, graceMs } = look;
  for await (const { id, path } of inPages(look, (page) => listPayloadKeepers(ctx.db, page))) {
    counted(look, "batches", 1);
    if (await ports.folders.hasPayload(path)) continue;
    // the row first says that the payload is no longer needed; then the payload is removed
    const keeper = await findPayloadKeeper(ctx.db, id, graceMs);
    if (keeper?.path === path) yield { kind: "missing_payload", subject: id, facts: {} };
  }
}

/** Removes a folder nothing refers to; its row, if any, is updated first. */
export async function removeOrphan({
  ctx,
  ports,
  graceMs,
  subject,
  facts,
}: Fix): Promise<string | undefined> {
  const { in: kind } = FolderFacts.parse(facts);
  if (!/^[\w-]{1,100}$/.test(subject))
    throw new WaybillError(
      "storage_failed",
      "The folder has a name that Waybill never gives. Remove it by hand.",
    );
  const { ids } = await removeFolders(ctx, ports.working, kind, async (tx) => {
    await lockFolderRow(tx, kind, subject);
    const needed = await listNeededFolders(tx, kind, [subject], graceMs);
    if (needed.has(subject)) return [];
    await forgetFolder(tx, kind, subject, graceMs);
    return [subject];
  });
  if (ids.length === 0) return undefined;
  return "The folder was removed.";
}

/** Clears a failed job's reference to its missing folder. */
export async function forgetJobFolder(fix: Fix): Promise<string | undefined> {
  const { ctx, ports, graceMs, subject, by } = fix;
  if (await ports.folders.hasJobFolder(subject)) return undefined;
  if (!(await ports.folders.isThere())) throw await notThere(fix);
  if (!(await forgetMissingFolder(ctx.db, subject, { graceMs, by }))) return undefined;
  ctx.changes.note({ job: subject });
  return "The job has forgotten its folder; a resume fetches the files again.";
}

/** Clears a batch's reference to its missing payload. */
export async function forgetBatchPayload(fix: Fix): Promise<string | undefined> {
  const { ctx, ports, graceMs, subject, by } = fix;
  const keeper = await findPayloadKeeper(ctx.db, subject, graceMs);
  if (!keeper || (await ports.folders.hasPayload(keeper.path))) return undefined;
  if (!(await ports.folders.isThere())) throw await notThere(fix);
  if (!(await forgetMissingPayload(ctx.db, keeper, by))) return undefined;
  ctx.changes.note({ batch: subject });
  return "The batch has forgotten its file; jobs that need it fail and say so.";
}
