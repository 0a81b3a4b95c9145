import { randomBytes } from "node:crypto";
import { chmod, chown, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { folderReason, makeFolder } from "../make-folder.ts";
import { codeOf, messageOf, Problem } from "../problem.ts";
import { clusterIn, type Launch } from "./launch.ts";
import { runningServer } from "./running-server.ts";

/** PostgreSQL's major version in the npm package; data made by another one cannot be read. */
const MAJOR = "18";
const OURS = /^(cluster(\.new)?|password|programs-.*|lost\+found)$/;

/** Makes the folder if it is not there. Throws a Problem when it cannot be used. */
export async function openFolder(dataDir: string): Promise<string> {
  const home = path.resolve(dataDir);
  try {
    await makeFolder(home);
    const foreign = (await readdir(home)).find((name) => !OURS.test(name));
    if (foreign)
      throw new Problem(`The data folder ${home} holds other files (${foreign}). Name an empty folder.`);
    await writeFile(path.join(home, "password"), "", { flag: "a", mode: 0o600 });
    return home;
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown;
    throw new Problem(`The data folder ${home} cannot be used: ${reason(thrown)}.`, { cause: thrown });
  }
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
  const pid = await runningServer(cluster);
  if (pid) {
    throw new Problem(
      `The data folder ${home} is in use by a running server (process ${pid}). ` +
        `Is Waybill running already? If not, stop the server with: kill -INT ${pid}`,
    );
  }
  await chmod(cluster, 0o700);
  return true;
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
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  if (owner) await chown(file, owner.uid, owner.gid);
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
