import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MendOutcome, MendRequest } from "../../../core/copy/ports.ts";
import { removeTree } from "../../disk/remove-tree.ts";
import { keepReserve } from "../../disk/reserve.ts";
import { fileTree } from "../filesystem/file-tree.ts";
import type { OcflSettings } from "../filesystem/options.ts";
import { KEPT_FOLDER } from "../filesystem/stale-staging.ts";
import { bringFile, NoSource } from "./bring-file.ts";
import { findFaults } from "./find-faults.ts";
import { hasNewerHead } from "./find-head.ts";
import { findPlaceAside, keepAside, syncFoldersBetween } from "./keep-aside.ts";

const unhurried = () => undefined;

/**
 * Replaces a file that is damaged or missing by one rename, so that there is never neither. What was there gets a second
 * name outside the storage root before. A file that is good by then is left alone.
 */
export async function mendInFolder(
  request: MendRequest,
  name: string,
  settings: OcflSettings,
): Promise<MendOutcome> {
  const { root, file, sources, aside, signal } = request;
  const objectRoot = join(settings.root, root);
  const object = fileTree(objectRoot);
  const isGood = async () => {
    const reading = { storage: name, object, files: [file], pace: unhurried, signal };
    return (await findFaults({ ...reading, again: (read) => read() })).length === 0;
  };
  if (await isGood()) return { kind: "good" };
  const work = join(settings.staging, `mend-${randomUUID()}`);
  await mkdir(work, { recursive: true });
  try {
    const to = join(work, "file");
    const room = keepReserve(settings.staging, settings.reserveBytes);
    const { from } = await bringFile({ root, file, to, sources, room, fsync: settings.fsync, signal });
    const target = join(objectRoot, file.path);
    await request.mayPlace();
    if (await isGood()) return { kind: "good" };
    if (request.head && (await hasNewerHead(object, request.head))) return { kind: "newer" };
    await mkdir(dirname(target), { recursive: true });
    const folder = join(settings.staging, KEPT_FOLDER, aside);
    const place = await findPlaceAside({ from: target, folder, path: file.path });
    const mending = { from, kept: place ? `${KEPT_FOLDER}/${aside}/${place.path}` : null };
    await request.intend(mending);
    if (place) await keepAside(place, settings.fsync);
    await settings.step("damaged-kept");
    await rename(to, target);
    await settings.step("file-mended");
    if (settings.fsync) await syncFoldersBetween(settings.root, dirname(target));
    return { kind: "mended", ...mending };
  } catch (error) {
    if (error instanceof NoSource) return { kind: "nowhere", faults: error.faults };
    throw error;
  } finally {
    await removeTree(work);
  }
}
