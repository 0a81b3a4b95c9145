import { type ChildProcessByStdio, spawn } from "node:child_process";
import { statfs } from "node:fs/promises";
import os from "node:os";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { gatherCalls } from "../../lib/gather-calls.ts";

/** Makes all that was written to a folder's file system safe against power loss, with one call for all who ask at once. */
export type FileSystemSync = {
  /** Whether it can; asked once. */
  isThere(): Promise<boolean>;
  /**
   * @returns what syncs all that is written from now on. Errors: as of node:fs; EIO too when the program has ended, and
   * when any sync has failed since it was begun: a failed write is told once, and may have been one of these
   */
  begin(): () => Promise<void>;
  /** Ends its process. */
  close(): void;
};

/**
 * File systems whose syncfs makes safe what their fsync does: ext2 to ext4, XFS, Btrfs, ZFS, F2FS, and tmpfs, which keeps
 * nothing. Those behind FUSE, SMB, NFS or FAT may answer without having told the disk. Source: statfs(2), "f_type".
 */
const KNOWN_TO_SYNC: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994,
]);

/** Linux reports writes that have failed since 5.8. Source: syncfs(2), "Versions". */
const REPORTS_FAILURES = [5, 8] as const;

/**
 * Syncs in turn, in a process of its own: Node.js has no syncfs, and a shell is copied in a moment, a worker is not. It
 * ends with its input, so with this process, and not before: a worker that is to stop still has syncs to ask for, and systemd
 * sends a signal to all processes of a unit. The folder goes by a place among the words, so any name will do.
 */
const PROGRAM = 'trap "" HUP INT TERM; while read -r ask; do sync -f "$1" 2>&1; echo "status $?"; done';
const STATUS = /^status (\d+)$/;

/** Errors that mean more than "it failed", as `sync` says them in English. */
const SAID: readonly (readonly [string, string])[] = [
  ["No space left on device", "ENOSPC"],
  ["Disk quota exceeded", "EDQUOT"],
];

/** For groups: what is asked for within this time of the last sync shares the next one. */
const SYNCS_APART_MS = 5;
/** As many as an object that is alone needs do not wait. */
const SYNCS_AT_ONCE = 2;

/** `folder`: on the file system; it has to be there by the first question. */
export function openFileSystemSync(folder: string): FileSystemSync {
  let helper: Helper | undefined;
  let known: Promise<boolean> | undefined;
  let failures = 0;
  const once = async () => {
    try {
      if (!helper?.isAlive()) helper = start(folder);
      await helper.sync();
    } catch (error) {
      failures += 1;
      throw error;
    }
  };
  const together = gatherCalls(
    async (asks: readonly undefined[]) => {
      await once();
      return asks;
    },
    { apartMs: SYNCS_APART_MS, burst: SYNCS_AT_ONCE },
  );
  return {
    isThere: () => {
      known ??= canSync(folder).then((can) => (can ? once().then(yes, no) : false), no);
      return known;
    },
    begin: () => {
      const before = failures;
      return async () => {
        await together(undefined);
        if (failures > before) throw failed("A sync failed while this was being written.");
      };
    },
    close: () => helper?.close(),
  };
}

const yes = () => true;
const no = () => false;

async function canSync(folder: string): Promise<boolean> {
  return canReport() && KNOWN_TO_SYNC.has((await statfs(folder)).type);
}

function canReport(): boolean {
  const [major = 0, minor = 0] = os.release().split(".").map(Number);
  const [least, leastMinor] = REPORTS_FAILURES;
  return process.platform === "linux" && (major > least || (major === least && minor >= leastMinor));
}

/** As an fsync that failed. */
function failed(message: string, said = ""): Error {
  const [, code = "EIO"] = SAID.find(([words]) => said.includes(words)) ?? [];
  return Object.assign(new Error(message), { code, syscall: "syncfs" });
}

function launch(folder: string): ChildProcessByStdio<Writable, Readable, null> {
  try {
    return spawn("sh", ["-c", PROGRAM, "sh", folder], {
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
      env: { ...process.env, LC_ALL: "C" },
    });
  } catch {
    throw failed(`No program could be started to sync the file system of ${folder}.`);
  }
}

type Helper = { isAlive(): boolean; sync(): Promise<void>; close(): void };

/** Answers one question at a time. */
function start(folder: string): Helper {
  const child = launch(folder);
  let isAlive = true;
  let said = "";
  let answer: ((error: Error | undefined) => void) | undefined;
  const end = () => {
    isAlive = false;
    answer?.(failed(`The program that syncs the file system of ${folder} has ended.`));
  };
  child.once("error", end).once("close", end);
  child.stdin.on("error", end);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [, status] = STATUS.exec(line) ?? [];
    if (status === undefined) said = line;
    else {
      answer?.(status === "0" ? undefined : failed(`The file system could not be synced: ${said}`, said));
      said = "";
    }
  });
  child.unref();
  return {
    isAlive: () => isAlive,
    sync: async () => {
      const error = await new Promise<Error | undefined>((resolve) => {
        answer = resolve;
        child.stdin.write("sync\n");
      });
      if (error) throw error;
    },
    close: () => child.stdin.end(),
  };
}
