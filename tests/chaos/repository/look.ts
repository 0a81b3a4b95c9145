import { readdir, utimes } from "node:fs/promises";
import path from "node:path";
import { folderPlace } from "../../../adapters/root/folder-place.ts";
import { validateStorageRoot } from "../../../adapters/storage/ocfl/validate.ts";
import { openWorkingFiles } from "../../../adapters/working/folders.ts";
import { guardRoot } from "../../../operations/root/guard.ts";
import { sweepOrphans } from "../../../operations/upkeep/sweep-orphans.ts";
import type { World } from "../world.ts";
import { runCheck } from "./check.ts";
import { lookAtHeld, lookAtRows } from "./look-rows.ts";
import { lookAtFolders, lookAtObjects } from "./look-storage.ts";
import type { Seen } from "./seen.ts";

/** Two hours ago: older than what an hourly sweep leaves alone. */
const LONG_AGO_MS = 7_200_000;

/** Looks at everything a run's repository has left: rows, disk, and what the neighbours saw. */
export async function look({ ctx, env, repository, neighbours }: World): Promise<Seen> {
  const { WORKING_STORAGE, OBJECT_STORAGE } = ctx.env;
  await letHoursPass(WORKING_STORAGE);
  const root = guardRoot(ctx, folderPlace("working", WORKING_STORAGE));
  const working = openWorkingFiles(WORKING_STORAGE, root);
  await sweepOrphans(ctx, working);
  // what was set aside goes by the time of its rename, which nobody can put back
  await working.sweepAside(0);
  await working.sweepUploads(LONG_AGO_MS / 2);
  const ocfl = path.join(OBJECT_STORAGE, "ocfl");
  const findings = await validateStorageRoot(ocfl);
  return {
    ...(await lookAtRows(ctx.db)),
    lanes: repository.lanes,
    acknowledged: repository.acknowledged,
    stored: await lookAtObjects(ocfl),
    mails: neighbours.smtp.mails.map((mail) => mail.header("Message-ID") ?? ""),
    callbacks: neighbours.receiver.seen.map(({ headers, path: address, body }) => ({
      id: String(headers["webhook-id"]),
      path: address,
      body,
    })),
    left: {
      ...(await lookAtFolders(WORKING_STORAGE, path.join(OBJECT_STORAGE, "staging"))),
      held: await lookAtHeld(ctx.db),
    },
    invalid: findings
      .filter(({ code }) => code.startsWith("E"))
      .map(({ code, path: place, message }) => `${code} ${place}: ${message}`),
    checked: await runCheck(env),
  };
}

/** A deposit whose commit failed leaves its file to the sweeps, for which it has to be old. */
async function letHoursPass(working: string): Promise<void> {
  const then = new Date(Date.now() - LONG_AGO_MS);
  for (const kind of ["batches", "jobs", "uploads"])
    for (const name of await readdir(path.join(working, kind)).catch(() => []))
      await utimes(path.join(working, kind, name), then, then);
}
