import path from "node:path";
import type { Call, OpenFlags, Step } from "./calls.ts";

/** The calls strace is to record, where the machine has them. */
export const RECORDED = [
  ...["openat", "open", "creat", "close", "fsync", "fdatasync", "syncfs", "ftruncate", "execve"],
  ...["write", "pwrite64", "writev", "pwritev", "pwritev2", "sendto", "sendmsg"],
  ...["copy_file_range", "sendfile", "ioctl"],
  ...["mkdir", "mkdirat", "rename", "renameat", "renameat2", "link", "linkat", "unlink", "unlinkat", "rmdir"],
];

const STRING = /"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?/g;

/**
 * Reads what `strace -f -xx` wrote of one process and its threads, in order. Calls that failed are left out. Bytes written
 * to anything but a file count as said when the call begins, since they may be heard from then on. Of the programs that
 * sync the file system for it only that counts.
 * @throws Error when a string was cut short, or any other program was run
 */
export function* readRecording(
  lines: Iterable<string>,
  { isFile, cwd }: { readonly isFile: (fd: number) => boolean; readonly cwd: string },
): Generator<Step> {
  const read = [...joined(lines)];
  const [, ...others] = read.filter(({ name, part }) => name === "execve" && part !== "rest");
  for (const { args } of others)
    if (!SYNCING.has(path.basename(stringsOf(args)[0]?.toString() ?? "")))
      throw new Error("The recorded program ran another one.");
  const helpers = new Set(others.map(({ thread }) => thread));
  for (const line of read) {
    if (helpers.has(line.thread) && line.name !== "syncfs") continue;
    if (line.part !== "rest") yield* beginning(line, isFile);
    if (line.part !== "start") yield* ending({ ...line, cwd }, line.result);
  }
}

/** The programs of adapters/disk/file-system-sync.ts. */
const SYNCING = new Set(["sh", "sync"]);

/** The lines with the rest of a call joined to its start. */
function* joined(lines: Iterable<string>): Generator<Line> {
  const begun = new Map<string, Line>();
  for (const [number, text] of [...lines].entries()) {
    const line = readLine(text, number);
    if (line?.part === "start") begun.set(line.thread, line);
    const start = line?.part === "rest" ? begun.get(line.thread) : undefined;
    if (line) yield start ? { ...line, id: start.id, args: start.args + line.args } : line;
  }
}

/** A line of strace: a whole call, or its start or rest where another thread's came between. */
type Line = {
  readonly id: number;
  readonly thread: string;
  readonly part: "whole" | "start" | "rest";
  readonly name: string;
  readonly args: string;
  readonly result: number;
};

const SHAPES = [
  ["start", /^(\d+) +(\w+)\((.*) <unfinished \.\.\.>$/],
  ["rest", /^(\d+) +<\.\.\. (\w+) resumed>(.*)\) += (-?\d+|\?)/],
  ["whole", /^(\d+) +(\w+)\((.*)\) += (-?\d+|\?)/],
] as const;

function readLine(line: string, id: number): Line | undefined {
  for (const [part, shape] of SHAPES) {
    const [found, thread = "", name = "", args = "", result] = shape.exec(line) ?? [];
    if (found !== undefined) return { id, thread, part, name, args, result: Number(result) };
  }
  return undefined;
}

type Words = { readonly id: number; readonly name: string; readonly args: string; readonly cwd: string };

function* beginning({ id, name, args }: Line, isFile: (fd: number) => boolean): Generator<Step> {
  const fd = Number.parseInt(args, 10);
  if (name === "fsync" || name === "fdatasync") yield { at: "begin", id, call: { kind: "sync", fd } };
  if (name === "syncfs") yield { at: "begin", id, call: { kind: "sync all" } };
  // its number may be another thread's next file before strace notes that the close has ended
  if (name === "close") yield { at: "begin", id, call: { kind: "close", fd } };
  if (/^(?:p?write\w*|sendto|sendmsg)$/.test(name) && !isFile(fd))
    yield { at: "said", bytes: Buffer.concat(stringsOf(args)) };
}

function* ending(words: Words, result: number): Generator<Step> {
  if (!(result >= 0)) return;
  const call = callOf(words, result);
  if (call) yield { at: "end", id: words.id, call };
}

function callOf({ name, args, cwd }: Words, result: number): Call | undefined {
  const fd = Number.parseInt(args, 10);
  const words = args.split(", ");
  const paths = () => stringsOf(args).map((text) => path.resolve(cwd, text.toString()));
  const [first = "", second = ""] = /^(?:open|creat|mkdir|rename|link|unlink|rmdir)/.test(name)
    ? paths()
    : [];
  switch (name) {
    case "open":
    case "openat":
    case "creat":
      return {
        kind: "open",
        fd: result,
        path: first,
        flags: flagsOf(name === "creat" ? "O_CREAT|O_TRUNC" : args),
      };
    case "fsync":
    case "fdatasync":
      return { kind: "sync", fd };
    case "syncfs":
      return { kind: "sync all" };
    case "write":
    case "writev":
      return { kind: "write", fd, bytes: written(args, result), at: undefined };
    case "pwrite64":
    case "pwritev":
      return { kind: "write", fd, bytes: written(args, result), at: Number(words.at(-1)) };
    case "pwritev2":
      return { kind: "write", fd, bytes: written(args, result), at: Number(words.at(-2)) };
    case "copy_file_range":
      return { kind: "copy", from: fd, to: Number(words[2]), length: result };
    case "sendfile":
      return { kind: "copy", from: Number(words[1]), to: fd, length: result };
    case "ioctl":
      return args.includes("FICLONE")
        ? { kind: "copy", from: Number(words[2]), to: fd, length: Number.POSITIVE_INFINITY }
        : undefined;
    case "ftruncate":
      return { kind: "truncate", fd, length: Number(words[1]) };
    case "mkdir":
    case "mkdirat":
      return { kind: "make", path: first };
    case "rename":
    case "renameat":
    case "renameat2":
      return { kind: "rename", from: first, to: second };
    case "link":
    case "linkat":
      return { kind: "link", from: first, to: second };
    case "unlink":
    case "unlinkat":
    case "rmdir":
      return { kind: "remove", path: first };
    default:
      return undefined;
  }
}

function flagsOf(args: string): OpenFlags {
  return {
    creates: args.includes("O_CREAT"),
    truncates: args.includes("O_TRUNC"),
    appends: args.includes("O_APPEND"),
    syncs: /\bO_D?SYNC\b/.test(args),
  };
}

function written(args: string, bytes: number): Buffer {
  return Buffer.concat(stringsOf(args)).subarray(0, bytes);
}

function stringsOf(args: string): Buffer[] {
  return [...args.matchAll(STRING)].map(([, hex = "", cut]) => {
    if (cut) throw new Error("The recording has cut a string short: strace needs a larger -s.");
    return Buffer.from(hex.replaceAll("\\x", ""), "hex");
  });
}
