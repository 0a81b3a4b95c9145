import { spawnSync } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { codeOf } from "../problem.ts";

/** What the kernel calls PostgreSQL's programs; whatever is called otherwise cannot own a cluster. */
const SERVER = /^(postgres|postmaster)/;

/**
 * The process id of the server that runs on this cluster, if one does, by whatever path it was started.
 * A postmaster.pid whose number now belongs to a program that is proven to be another one is removed, since PostgreSQL
 * would refuse to start; one that an alive process may own never is, and that of a dead one is PostgreSQL's to judge.
 */
export async function runningServer(cluster: string): Promise<number | undefined> {
  const file = path.join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch((thrown: unknown) => {
    if (codeOf(thrown) === "ENOENT") return "";
    throw thrown;
  });
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  if (!(await isForeign(pid, cluster))) return pid;
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

/** Proven, not supposed: it is no PostgreSQL, has ended, or works in another folder. A server's folder is always its cluster. */
async function isForeign(pid: number, cluster: string): Promise<boolean> {
  const { name, hasEnded } = await lookAt(pid);
  if (hasEnded || (name !== undefined && !SERVER.test(name))) return true;
  const [there, ours] = await Promise.all([stat(`/proc/${pid}/cwd`).catch(() => undefined), stat(cluster)]);
  return there !== undefined && (there.ino !== ours.ino || there.dev !== ours.dev);
}

/** The program's name without its path, undefined when nobody tells, and whether only its number is left (a zombie). */
async function lookAt(pid: number): Promise<{ name: string | undefined; hasEnded: boolean }> {
  if (os.platform() !== "linux") {
    const { status, stdout } = spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" });
    const name = status === 0 && stdout.trim() !== "" ? path.basename(stdout.trim()) : undefined;
    return { name, hasEnded: false };
  }
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(text) ?? [];
  return { name, hasEnded: state === "Z" || state === "X" };
}
