import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, chown, cp, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { makeFolder } from "../bootstrap/make-folder.mjs";
import { dieWithParent } from "../die-with-parent.ts";
import { Problem } from "../problem.ts";
import type { Binaries } from "./binaries.ts";

/** Where in the data folder the database itself lies. */
export function clusterIn(home: string): string {
  return path.join(home, "cluster");
}

/** How PostgreSQL's programs are run: PostgreSQL refuses to run as root, so root needs a way round. */
export interface Launch {
  /** The folder that holds cluster and password; not always the one asked for. */
  readonly home: string;
  readonly binaries: Binaries;
  /** Words before the program. */
  readonly prefix: readonly string[];
  /** Who runs the programs and so must own the files, where it is not this process's user. */
  readonly owner: Owner | undefined;
  /** The system stops the server when this process dies, however it dies. */
  readonly diesWithParent: boolean;
}

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Owner = { uid: 65534, gid: 65534 };
const NAMESPACE = ["unshare", "--map-user", "65534", "--map-group", "65534"];

/** Finds a way that works on this machine. `home` must exist. */
export async function chooseLaunch(binaries: Binaries, home: string): Promise<Launch> {
  const prefix = dieWithParent("INT");
  const plain: Launch = { home, binaries, prefix, owner: undefined, diesWithParent: prefix.length > 0 };
  const uid = process.getuid?.();
  if (uid !== 0) return uid === undefined ? plain : named(plain, uid);

  const folder = await stat(home);
  if (folder.uid !== 0) {
    const launch = await asOwner(plain, folder);
    if (launch) return launch;
  }
  const namespaced = inNamespace(plain);
  if (works(namespaced)) return namespaced;
  const launch = (await asOwner(plain, NOBODY)) ?? (await elsewhere(plain));
  if (launch) return launch;
  throw new Problem(
    `PostgreSQL does not run as root and no other user may enter ${home}. ` +
      "Start Waybill as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.",
  );
}

/** initdb wants its user to be known to the system, which a container's often is not; a namespace gives it a name. */
function named(plain: Launch, uid: number): Launch {
  if (succeeds(["id", "-un", String(uid)])) return plain;
  const namespaced = inNamespace(plain);
  return works(namespaced) ? namespaced : plain;
}

function inNamespace(plain: Launch): Launch {
  return { ...plain, prefix: [...NAMESPACE, ...plain.prefix] };
}

/** Starts one of the programs, out of reach of the terminal's Ctrl-C. */
export function launch(how: Launch, program: string, args: readonly string[]): ChildProcess {
  const [file = program, ...rest] = [...how.prefix, program, ...args];
  return spawn(file, rest, optionsOf(how));
}

function optionsOf({ owner, home }: Launch): SpawnOptions {
  return {
    cwd: home,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: { NODE_ENV: "production", PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  };
}

/** The programs run as `owner`, from where they are or else from a copy in the data folder. */
async function asOwner(plain: Launch, { uid, gid }: Owner): Promise<Launch | undefined> {
  const before = await stat(plain.home);
  await chown(plain.home, uid, gid);
  const how = named({ ...plain, owner: { uid, gid } }, uid);
  if (mayEnter(how) || (await letThrough(how))) {
    if (before.uid !== uid) spawnSync("chown", ["-R", `${uid}:${gid}`, plain.home]);
    return works(how) ? how : { ...how, binaries: await copyBinaries(how) };
  }
  await chown(plain.home, before.uid, before.gid);
  return undefined;
}

/** The folder around it is root's alone, as `npm start` makes it: others may pass through then, and see nothing of it. */
async function letThrough(how: Launch): Promise<boolean> {
  const around = path.dirname(how.home);
  const { uid, mode } = await stat(around);
  if (uid !== 0 || (mode & 0o777) !== 0o700) return false;
  await chmod(around, 0o711);
  if (mayEnter(how)) return true;
  await chmod(around, 0o700);
  return false;
}

function works(how: Launch): boolean {
  return mayEnter(how) && succeeds([...how.prefix, how.binaries.postgres, "--version"], how);
}

function mayEnter(how: Launch): boolean {
  return succeeds([...how.prefix, "test", "-w", how.home, "-a", "-x", how.home], { ...how, home: "/" });
}

function succeeds([file = "", ...args]: readonly string[], how?: Launch): boolean {
  const { cwd, env, uid, gid } = how ? optionsOf(how) : {};
  const { status } = spawnSync(file, args, {
    stdio: "ignore",
    ...(how && { cwd, env }),
    ...(uid !== undefined && { uid, gid }),
  });
  return status === 0;
}

async function copyBinaries({ binaries, home }: Launch): Promise<Binaries> {
  const name = createHash("sha256").update(binaries.native).digest("hex").slice(0, 8);
  const native = path.join(home, `programs-${name}`);
  if (!existsSync(native)) {
    const unfinished = `${native}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(binaries.native, unfinished, { recursive: true, verbatimSymlinks: true });
    await rename(unfinished, native);
  }
  const moved = (program: string) => path.join(native, path.relative(binaries.native, program));
  return { native, initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) };
}

/** A data folder that other users may enter, for a clone that they may not and that holds no data yet. */
async function elsewhere(plain: Launch): Promise<Launch | undefined> {
  if (existsSync(clusterIn(plain.home))) return undefined;
  const name = createHash("sha256").update(plain.home).digest("hex").slice(0, 12);
  const home = path.join("/var/lib/waybill", name);
  await makeFolder(home);
  return asOwner({ ...plain, home }, NOBODY);
}
