import { hash } from "node:crypto";
import {
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import { readUpTo, requireRoom, syncPath, within, writeWhole } from "../../../disk/sync-calls.ts";
import { checkReading } from "../../ocfl/verify-file.ts";
import { fileErrorCode, isMissing, isTaken } from "../../storage-error.ts";
import type { StoreStep } from "../steps.ts";
import { COPY_UP_TO_BYTES, NO_LINK } from "../store-file.ts";
import type { ClearTask, PlaceTask, SmallFile, StageTask } from "./tasks.ts";

/** Called at the points of a put. */
type OnStep = (name: StoreStep) => void;

/** Writes a small new object, in the order and with the checks of ../stage-version.ts. */
export function stageObject(task: StageTask, step: OnStep): boolean {
  const { staged, folders, files, inventory, texts, fsync, reserveBytes } = task;
  const [own = "", ...below] = folders;
  mkdirSync(join(staged, own), { recursive: true });
  step("work-made");
  for (const folder of below) mkdirSync(join(staged, folder));
  // at most: a link takes nothing
  requireRoom(
    staged,
    files.reduce((sum, { size }) => sum + size, 0),
    reserveBytes,
  );
  for (const file of files) {
    storeFile(file, join(staged, file.target), fsync);
    step("file-stored");
  }
  step("content-stored");
  const bytes = Buffer.from(inventory.text);
  writeNew(join(staged, inventory.target), bytes, fsync, (file) =>
    readBack(file, { path: INVENTORY, sha256: inventory.sha256, size: bytes.length }),
  );
  step("inventory-written");
  for (const { target, text } of texts) writeNew(join(staged, target), Buffer.from(text), fsync);
  if (fsync) for (const folder of folders.toReversed()) syncPath(join(staged, folder));
  step("version-synced");
  return true;
}

function storeFile(file: SmallFile, target: string, fsync: boolean): void {
  const { source, size } = file;
  if (typeof source === "string" && size > COPY_UP_TO_BYTES) linkLarge(file, source, target, fsync);
  else {
    const bytes = typeof source === "string" ? readSource(source, size) : source;
    writeNew(target, bytes, fsync, (made) => readBack(made, file));
  }
}

function linkLarge(file: SmallFile, source: string, target: string, fsync: boolean): void {
  try {
    linkSync(source, target);
  } catch (error) {
    if (!NO_LINK.has(fileErrorCode(error))) throw error;
    copyFileSync(source, target, constants.COPYFILE_EXCL);
  }
  within(openForReading(target), (linked) => {
    if (fsync) fsyncSync(linked);
    readBack(linked, file);
  });
}

/** At most one byte more than it should have: the check then says so. */
function readSource(path: string, size: number): Uint8Array {
  return within(openForReading(path), (source) => readUpTo(source, size + 1));
}

function readBack(file: number, wanted: Pick<SmallFile, "path" | "sha256" | "size">): void {
  const bytes = readUpTo(file, wanted.size + 1);
  checkReading({ size: bytes.length, digest: hash("sha256", bytes, "hex") }, wanted);
}

function writeNew(path: string, bytes: Uint8Array, fsync: boolean, check?: (file: number) => void): void {
  within(openSync(path, "wx+"), (file) => {
    writeWhole(file, bytes);
    if (fsync) fsyncSync(file);
    check?.(file);
  });
}

/** Moves it into the storage root, as `placeObject` in ../place-version.ts. `false`: something is already there. */
export function placeObject({ work, bench, objectPath, root, fsync }: PlaceTask, step: OnStep): boolean {
  const parts = objectPath.split("/");
  const heads = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  if (fsync) for (const head of heads.slice(0, -1)) syncPath(join(work, head));
  for (const [level, head] of heads.entries()) {
    try {
      renameSync(join(work, head), join(root, head));
    } catch (error) {
      if (isTaken(error)) continue;
      throw error;
    }
    if (fsync) for (const above of ["", ...heads.slice(0, level)]) syncPath(join(root, above));
    step("object-placed");
    return clearWork({ kind: "clear", work, bench }, step);
  }
  return false;
}

export function clearWork({ work, bench }: ClearTask, step: OnStep): boolean {
  rmSync(work, { recursive: true, force: true });
  try {
    rmdirSync(bench);
  } catch (error) {
    if (!isTaken(error) && !isMissing(error)) throw error;
  }
  step("work-removed");
  return true;
}

/** A symbolic link is refused, so that nothing outside is ever mistaken for content. */
function openForReading(path: string): number {
  return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
}
