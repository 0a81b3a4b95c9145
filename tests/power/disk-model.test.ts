import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { DiskModel } from "./disk-model.ts";
import { judge } from "./judge.ts";
import { readRecording } from "./read-recording.ts";

/*
 * Recordings as strace writes them, of a few calls each, and what a power loss at the word "there" leaves of /d/a or of
 * the path named. Strings are put into strace's hexadecimal before they are read.
 */
const HELLO = createHash("sha256").update("hello").digest("hex");
const OPEN = 'openat(AT_FDCWD, "/d/a", O_WRONLY|O_CREAT|O_EXCL, 0600) = 20';
const WRITE = 'write(20, "hello", 5) = 5';
const FOLDER = ['openat(AT_FDCWD, "/d", O_RDONLY) = 21', "fsync(21) = 0", "close(21) = 0"];
const SAY = 'write(9, "it is there", 11) = 11';

function lossOf(calls: readonly string[], path = "/d/a"): readonly string[] {
  const disk = new DiskModel("/d");
  const lines = calls.map((call) => inHex(/^\d/.test(call) ? call : `100 ${call}`));
  const steps = readRecording(lines, { isFile: (fd) => disk.isOpen(fd), cwd: "/d" });
  return judge(disk, steps, [{ says: ["there"], files: [{ path, sha256: HELLO }] }]);
}

function inHex(line: string): string {
  return line.replaceAll(
    /"([^"]*)"/g,
    (_, text: string) =>
      `"${[...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}"`,
  );
}

const SUBFOLDER = [
  'mkdir("/d/b", 0700) = 0',
  'openat(AT_FDCWD, "/d/b/a", O_WRONLY|O_CREAT, 0600) = 20',
  WRITE,
  "fsync(20) = 0",
  'openat(AT_FDCWD, "/d/b", O_RDONLY) = 22',
  "fsync(22) = 0",
];

describe("what survives", () => {
  it.each([
    ["file and folder synced", [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, SAY]],
    ["by fdatasync", [OPEN, WRITE, "fdatasync(20) = 0", ...FOLDER, SAY]],
    ["written with O_DSYNC", [OPEN.replace("O_EXCL", "O_DSYNC"), WRITE, ...FOLDER, SAY]],
    [
      "under the number of a file that another thread is closing",
      [
        'openat(AT_FDCWD, "/d/other", O_WRONLY|O_CREAT, 0600) = 20',
        "101 close(20 <unfinished ...>",
        `100 ${OPEN}`,
        "101 <... close resumed>) = 0",
        'write(20, "hello", 5) = 5',
        'write(20, " and it is there", 0) = 0',
        "fsync(20) = 0",
        ...FOLDER,
        SAY,
      ],
    ],
    [
      "by a sync of the file system, by another program",
      [
        'execve("/bin/worker", [], 0x1) = 0',
        OPEN,
        WRITE,
        '200 execve("/usr/bin/sync", [], 0x1) = 0',
        '200 openat(AT_FDCWD, "/d", O_RDONLY) = 20',
        "200 syncfs(20) = 0",
        "200 close(20) = 0",
        SAY,
      ],
    ],
    ["the folder synced before the file", [OPEN, ...FOLDER, WRITE, "fsync(20) = 0", SAY]],
    [
      "written in pieces",
      [
        OPEN,
        'pwrite64(20, "lo", 2, 3) = 2',
        'pwrite64(20, "hel", 3, 0) = 3',
        "fsync(20) = 0",
        ...FOLDER,
        SAY,
      ],
    ],
    [
      "written by writev",
      [
        OPEN,
        'writev(20, [{iov_base="he", iov_len=2}, {iov_base="llo", iov_len=3}], 2) = 5',
        "fsync(20) = 0",
        ...FOLDER,
        SAY,
      ],
    ],
    [
      "written less than asked, then the rest",
      [OPEN, 'write(20, "hello", 5) = 2', 'write(20, "llo", 3) = 3', "fsync(20) = 0", ...FOLDER, SAY],
    ],
    ["a relative path", [OPEN.replace("/d/a", "a"), WRITE, "fsync(20) = 0", ...FOLDER, SAY]],
    ["a write after the word", [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, SAY, 'write(20, "x", 1) = 1']],
    [
      "a call that failed in between",
      [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, 'unlink("/d/a") = -1 EACCES (Permission denied)', SAY],
    ],
    [
      "a sync that began after the write and ended before the word",
      [OPEN, WRITE, "101 fsync(20 <unfinished ...>", ...FOLDER, "101 <... fsync resumed>) = 0", SAY],
    ],
  ])("%s", (_, calls) => {
    expect(lossOf(calls)).toEqual([]);
  });

  it.each([
    [
      "by rename, its new folder synced",
      [OPEN.replace("/d/a", "/d/t"), WRITE, "fsync(20) = 0", 'rename("/d/t", "/d/a") = 0', ...FOLDER, SAY],
      "/d/a",
    ],
    [
      "by link, the folder synced",
      [OPEN.replace("/d/a", "/d/t"), WRITE, "fsync(20) = 0", 'link("/d/t", "/d/a") = 0', ...FOLDER, SAY],
      "/d/a",
    ],
    [
      "copied and synced",
      [
        OPEN,
        WRITE,
        'openat(AT_FDCWD, "/d/c", O_WRONLY|O_CREAT, 0600) = 23',
        'openat(AT_FDCWD, "/d/a", O_RDONLY) = 24',
        "copy_file_range(24, NULL, 23, NULL, 5, 0) = 5",
        "fsync(23) = 0",
        ...FOLDER,
        SAY,
      ],
      "/d/c",
    ],
    [
      "cloned and synced",
      [
        OPEN,
        WRITE,
        'openat(AT_FDCWD, "/d/c", O_WRONLY|O_CREAT, 0600) = 23',
        'openat(AT_FDCWD, "/d/a", O_RDONLY) = 24',
        "ioctl(23, BTRFS_IOC_CLONE or FICLONE, 24) = 0",
        "fsync(23) = 0",
        ...FOLDER,
        SAY,
      ],
      "/d/c",
    ],
    ["in a folder of its own, all synced", [...SUBFOLDER, ...FOLDER, SAY], "/d/b/a"],
    [
      "in a folder that was moved into place",
      [...SUBFOLDER, 'rename("/d/b", "/d/c") = 0', ...FOLDER, SAY],
      "/d/c/a",
    ],
  ])("%s", (_, calls, path) => {
    expect(lossOf(calls, path)).toEqual([]);
  });
});

describe("what is lost", () => {
  it.each([
    ["no sync at all", [OPEN, WRITE, SAY], "/d/a", "… was not synced since a was put there"],
    [
      "the file synced, its folder not",
      [OPEN, WRITE, "fsync(20) = 0", SAY],
      "/d/a",
      "… was not synced since a was put there",
    ],
    [
      "the folder synced, the file not",
      [OPEN, WRITE, ...FOLDER, SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a write after the last sync",
      [OPEN, 'write(20, "hel", 3) = 3', "fsync(20) = 0", 'write(20, "lo", 2) = 2', ...FOLDER, SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a write over what was synced",
      [OPEN, 'write(20, "jello", 5) = 5', "fsync(20) = 0", 'pwrite64(20, "h", 1, 0) = 1', ...FOLDER, SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a write while the sync was under way",
      [OPEN, "101 fsync(20 <unfinished ...>", WRITE, "101 <... fsync resumed>) = 0", ...FOLDER, SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a write while the file system's sync was under way",
      [OPEN, "101 syncfs(30 <unfinished ...>", WRITE, "101 <... syncfs resumed>) = 0", SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a sync of the file system that failed",
      [OPEN, WRITE, "syncfs(30) = -1 EIO (Input/output error)", SAY],
      "/d/a",
      "… was not synced since a was put there",
    ],
    [
      "a sync that had not ended",
      [OPEN, WRITE, ...FOLDER, "101 fsync(20 <unfinished ...>", SAY, "101 <... fsync resumed>) = 0"],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a sync that failed",
      [OPEN, WRITE, "fsync(20) = -1 EIO (Input/output error)", ...FOLDER, SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "a rename after the folder's sync",
      [OPEN.replace("/d/a", "/d/t"), WRITE, "fsync(20) = 0", ...FOLDER, 'rename("/d/t", "/d/a") = 0', SAY],
      "/d/a",
      "… was not synced since a was put there",
    ],
    [
      "a link whose folder was not synced",
      [
        OPEN.replace("/d/a", "/d/t"),
        WRITE,
        "fsync(20) = 0",
        ...FOLDER,
        'linkat(AT_FDCWD, "/d/t", AT_FDCWD, "/d/a", 0) = 0',
        SAY,
      ],
      "/d/a",
      "… was not synced since a was put there",
    ],
    [
      "a new folder whose own name was not synced",
      [...SUBFOLDER, SAY],
      "/d/b/a",
      "… was not synced since b was put there",
    ],
    [
      "a new folder whose names were not synced",
      [...SUBFOLDER.slice(0, 4), ...FOLDER, SAY],
      "/d/b/a",
      "…/b was not synced since a was put there",
    ],
    [
      "a copy that was not synced",
      [
        OPEN,
        WRITE,
        "fsync(20) = 0",
        'openat(AT_FDCWD, "/d/c", O_WRONLY|O_CREAT, 0600) = 23',
        'openat(AT_FDCWD, "/d/a", O_RDONLY) = 24',
        "sendfile(23, 24, [0] => [5], 5) = 5",
        ...FOLDER,
        SAY,
      ],
      "/d/c",
      "it was written to after its last sync",
    ],
    [
      "removed again",
      [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, 'unlink("/d/a") = 0', SAY],
      "/d/a",
      "… has no a",
    ],
    [
      "another file put over it, unsynced",
      [
        OPEN,
        WRITE,
        "fsync(20) = 0",
        'openat(AT_FDCWD, "/d/t", O_WRONLY|O_CREAT, 0600) = 23',
        ...FOLDER,
        'rename("/d/t", "/d/a") = 0',
        SAY,
      ],
      "/d/a",
      "… was not synced since a was put there",
    ],
    [
      "emptied when it was opened again",
      [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, 'openat(AT_FDCWD, "/d/a", O_WRONLY|O_TRUNC) = 23', SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
    [
      "shortened",
      [OPEN, WRITE, "fsync(20) = 0", ...FOLDER, "ftruncate(20, 3) = 0", SAY],
      "/d/a",
      "it was written to after its last sync",
    ],
  ])("%s", (_, calls, path, why) => {
    expect(lossOf(calls, path)).toEqual([`${path}, at there: ${why}`]);
  });

  it("other bytes than those that are named", () => {
    const calls = [OPEN, 'write(20, "jello", 5) = 5', "fsync(20) = 0", ...FOLDER, SAY];
    expect(lossOf(calls)[0]).toMatch(/^\/d\/a, at there: it has other bytes, /);
  });

  it("is found only where somebody speaks, and speaking to a file is none", () => {
    expect(lossOf([OPEN, 'write(20, "there", 5) = 5'])).toEqual(["nobody said there"]);
  });
});

describe("a recording that cannot be judged", () => {
  it.each([
    ["with a string cut short", [OPEN, 'write(20, "hello"..., 500) = 500'], "cut a string short"],
    [
      "of two programs",
      ['execve("/bin/a", [], 0x1) = 0', 'execve("/bin/b", [], 0x1) = 0'],
      "ran another one",
    ],
    ["that names a file it has not seen", ['rename("/d/x", "/d/y") = 0'], "is not known"],
  ])("%s is refused", (_, calls, message) => {
    expect(() => lossOf(calls)).toThrow(message);
  });
});
