import { spawnSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { codeOf } from "../problem.ts";

/**
 * The process id of the server that runs on this cluster, if one does.
 * A postmaster.pid whose number now belongs to another program is removed, or PostgreSQL would refuse to start.
 */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const file = path.join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    if (codeOf(thrown) === "ENOENT") return "";
    throw thrown;
  });
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if ((await commandLine(pid)).includes(cluster)) return pid;
  await rm(file, { force: true });
  return undefined;
}

/** Whether a process has this number, ours or another user's. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) === "EPERM";
  }
}

/** The words a process was started with, `""` when it is gone. */
async function commandLine(pid: number): Promise<string> {
  if (os.platform() === "linux") return readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const { stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout ?? "";
}
