import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";

const LIBRARIES = "/usr/lib";
const LIBRARY = "faketime/libfaketime.so.1";
const INSTALL = "faketime is not installed. Install it with: apt-get install faketime";

/**
 * Environment for a process whose clock is off by what `file` says; `setClock` changes it while the process runs. Timers
 * and file times stay true, as they do when an operator sets the clock.
 * Throws naming the command to install it. Source: libfaketime 0.9.10, README.
 */
export function clockEnv(file: string): Readonly<Record<string, string>> {
  const found = readdirSync(LIBRARIES)
    .map((folder) => path.join(LIBRARIES, folder, LIBRARY))
    .find(isThere);
  if (!found) throw new Error(INSTALL);
  return {
    LD_PRELOAD: found,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}

/** `offsetS`: seconds ahead of the true time; below 0 behind it. */
export async function setClock(file: string, offsetS: number): Promise<void> {
  await writeFile(file, `${offsetS < 0 ? "" : "+"}${offsetS}\n`);
}

function isThere(file: string): boolean {
  try {
    return readdirSync(path.dirname(file)).includes(path.basename(file));
  } catch {
    return false;
  }
}
