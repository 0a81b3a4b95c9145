import { randomBytes } from "node:crypto";
import { chmod, readdir, readFile, realpath, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lockHolder, takeLock } from "../bootstrap/lock.mjs";
import { folderReason, makeFolder } from "../bootstrap/make-folder.mjs";
import { codeOf, messageOf, Problem } from "../problem.ts";
import { writeDurably } from "../write-durably.ts";
import { clusterIn, type Launch } from "./launch.ts";
import { runningServer } from "./running-server.ts";

/** PostgreSQL's major version in the npm package; data made by another one cannot be read. */
const MAJOR = "18";
const OURS = /^(cluster(\.new)?|password(\.new)?|lock|ballast(\.new)?|programs-.*|lost\+found)$/;
const ORPHAN_MS = 20_000;
const LOOK_MS = 200;

/** A data folder that no other process may open. */
export interface OpenedFolder {
  readonly home: string;
  close(): void;
}

/** Makes the folder if it is not there, and locks it. Throws a Problem when it cannot be used. */
export async function openFolder(dataDir: string): Promise<OpenedFolder> {
  const named = path.resolve(dataDir);
  try {
    await makeFolder(named);
    const home = await realpath(named);
    const foreign = (await readdir(home)).find((name) => !OURS.test(name));
    if (foreign)
      throw new Problem(`The data folder ${home} holds other files (${foreign}). Name an empty folder.`);
    const file = path.join(home, "lock");
    const close = takeLock(file);
    if (!close) throw inUse(home, (await runningServer(clusterIn(home))) ?? lockHolder(file));
    return { home, close };
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    throw new Problem(`The data folder ${named} cannot be used: ${reason(thrown)}.`, { cause: thrown });
  }
}

function inUse(home: string, pid: number | undefined): Problem {
  const who = pid === undefined ? "" : ` (process ${pid})`;
  const advice = pid === undefined ? "" : ` If not, stop the server with: kill -INT ${pid}`;
  return new Problem(
    `The data folder ${home} is in use by a running server${who}. Is Waybill running already?${advice}`,
  );
}

/** True when the folder holds a database that can be started, false when one must be made first. */
export async function holdsCluster({ home }: Launch): Promise<boolean> {
  const cluster = clusterIn(home);
  const version = await readFile(path.join(cluster, "PG_VERSION"), "utf8").catch(emptyWhenMissing);
  if (version === "") return false;
  if (version.trim() !== MAJOR) {
    throw new Problem(
      `The data in ${cluster} was made by PostgreSQL ${version.trim()}, but this is version ${MAJOR}. ` +
        "Move the folder away, or bring the data over with pg_dump of the old version.",
    );
  }
  await untilAlone(home, cluster);
  await chmod(cluster, 0o700);
  return true;
}

/** The folder's lock is ours, so a server that still runs here has lost the process it belonged to and is about to end. */
async function untilAlone(home: string, cluster: string): Promise<void> {
  const until = performance.now() + ORPHAN_MS;
  for (let pid = await runningServer(cluster); pid; pid = await runningServer(cluster)) {
    if (performance.now() > until) throw inUse(home, pid);
    await delay(LOOK_MS);
  }
}

/** The superuser's password; made on first use. */
export async function readPassword({ home, owner }: Launch, mayCreate: boolean): Promise<string> {
  const file = path.join(home, "password");
  const kept = (await readFile(file, "utf8").catch(emptyWhenMissing)).trim();
  if (kept) return kept;
  if (!mayCreate) {
    throw new Problem(
      `The file ${file} with the database's password is missing. Put it back, or remove ${home}.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  await writeDurably(file, `${password}\n`, owner);
  return password;
}

/** Removes what a first start that was cut short has left behind. */
export async function clearUnfinished(home: string): Promise<string> {
  const unfinished = `${clusterIn(home)}.new`;
  await rm(unfinished, { recursive: true, force: true });
  return unfinished;
}

function emptyWhenMissing(thrown: unknown): string {
  if (codeOf(thrown) === "ENOENT") return "";
  throw new Problem(`The database's files cannot be read: ${reason(thrown)}.`, { cause: thrown });
}

function reason(thrown: unknown): string {
  return folderReason(thrown) ?? messageOf(thrown);
}
