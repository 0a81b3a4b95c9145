import { execFile, execFileSync } from "node:child_process";
import { chmod, mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { fill } from "./small-disk.ts";

const run = promisify(execFile);
/** Room for all deposits of a run many times over, and soon filled. */
const SIZE = "192m";

/** The disk both storages lie on. */
export type StorageDisk = {
  /** The folder that both storages are in. */
  readonly folder: string;
  /** Whether it is a disk of its own, in memory; else it is a plain folder, which nothing can fill. */
  readonly isOwn: boolean;
  /** Takes all room that is left. @returns how many bytes that was, and what frees them */
  fill(): Promise<{ readonly bytes: number; readonly free: () => Promise<void> }>;
  end(): Promise<void>;
};

/** Makes a disk of its own where this process may mount one, as root may; else a folder. */
export async function openStorageDisk(folder: string): Promise<StorageDisk> {
  await mkdir(folder, { recursive: true });
  const isOwn = await run("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "tmpfs", folder]).then(
    () => true,
    () => false,
  );
  if (!isOwn) await chmod(folder, 0o700);
  // whatever ends this process, the mount does not outlive it
  const release = () => execFileSync("umount", ["-l", folder]);
  if (isOwn) process.once("exit", release);
  const filler = path.join(folder, "filler");
  return {
    folder,
    isOwn,
    fill: async () => {
      if (!isOwn) throw new Error("the storages have no disk of their own, which takes root");
      const free = () => rm(filler, { force: true });
      try {
        return { bytes: await fill(filler), free };
      } catch (error) {
        await free();
        throw error;
      }
    },
    end: async () => {
      if (!isOwn) return;
      process.removeListener("exit", release);
      await run("umount", ["-l", folder]);
    },
  };
}
