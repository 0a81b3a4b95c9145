import { execFile } from "node:child_process";
import { chmod, mkdtemp, open, rmdir } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHUNK = Buffer.alloc(65_536);

/** A disk of its own in memory, mounted while `act` runs. Root only. `size` as tmpfs takes it, e.g. `24m`. */
export async function withSmallDisk<Result>(
  size: string,
  owner: { readonly uid: number; readonly gid: number },
  act: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-disk-"));
  const options = `size=${size},uid=${owner.uid},gid=${owner.gid},mode=700`;
  await run("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]);
  try {
    await chmod(folder, 0o700);
    return await act(folder);
  } finally {
    await run("umount", [folder]);
    await rmdir(folder);
  }
}

/** Writes a file until the disk is full. @returns how many bytes went in */
export async function fill(file: string): Promise<number> {
  const handle = await open(file, "w");
  let bytes = 0;
  try {
    for (;;) bytes += (await handle.write(CHUNK)).bytesWritten;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return bytes;
    throw error;
  } finally {
    await handle.close();
  }
}
