import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Step } from "./calls.ts";
import { DiskModel } from "./disk-model.ts";
import { type Claim, judge } from "./judge.ts";
import { RECORDED, readRecording } from "./read-recording.ts";

/** More than any write of Waybill's at once. */
const LONGEST_STRING = 4_194_304;

/** Settings of a process that is recorded: what goes by io_uring, strace does not see. */
export const RECORDED_ENV = { UV_USE_IO_URING: "0" };

/**
 * The words before a program's own that record its calls to a file. The program keeps the process it is started as.
 * `killAtSync`: SIGKILL when a thread begins its n-th sync.
 */
export function recordTo(file: string, killAtSync?: number): string[] {
  const calls = RECORDED.map((call) => `?${call}`).join(",");
  // the quick way of stopping at these calls only does not go with a kill
  const how =
    killAtSync === undefined ? ["--seccomp-bpf"] : ["-e", `inject=fsync:signal=KILL:when=${killAtSync}`];
  return [
    ...["strace", "-f", "-D", "-qq", "-xx", "-s", String(LONGEST_STRING)],
    ...["-e", `trace=${calls}`, "-e", "signal=none", ...how, "-o", file],
  ];
}

/** A disk model of a folder as it lies there, all of it safe. */
export async function modelOf(top: string): Promise<DiskModel> {
  const disk = new DiskModel(top);
  const visit = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const at = path.join(folder, entry.name);
      disk.found(at, entry.isDirectory() ? "folder" : await readFile(at));
      if (entry.isDirectory()) await visit(at);
    }
  };
  await visit(top);
  return disk;
}

/** What would be lost of each claim, by recordings of programs that ran one after the other. */
export async function lossesIn(
  disk: DiskModel,
  recordings: readonly string[],
  claims: readonly Claim[],
): Promise<string[]> {
  const texts = await Promise.all(recordings.map((file) => readFile(file, "latin1")));
  return judge(disk, stepsOf(disk, texts), claims);
}

function* stepsOf(disk: DiskModel, texts: readonly string[]): Generator<Step> {
  const options = { isFile: (fd: number) => disk.isOpen(fd), cwd: process.cwd() };
  for (const text of texts) {
    disk.endProcess();
    yield* readRecording(text.split("\n"), options);
  }
}

/** Every file below a folder, as it must survive. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
