import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  fchownSync,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";

/** Opening a file and locking it in one call: what macOS and Windows have in place of the program `flock`. */
/** @type {Readonly<Record<string, number>>} */
const LOCK_WHEN_OPENED = { darwin: 0x20, win32: 0x10000000 };
const TAKEN = ["EAGAIN", "EWOULDBLOCK", "EBUSY"];
const PID_CHARS = 11;

/**
 * Takes the lock on a file, which is made when it is missing and stays. The lock is the kernel's: it belongs to the file
 * and not to a path of it, so it holds over symbolic links, mounts and containers, and it ends with this process however
 * that ends. Throws errors of the file system, and one in a sentence where nothing on this system can lock.
 * @param {string} file
 * @returns {(() => void) | undefined} lets go of it; undefined when somebody else has it
 */
export function takeLock(file) {
  for (;;) {
    const fd = openLocked(file);
    if (fd === undefined) return undefined;
    if (isFile(fd, file)) {
      noteHolder(fd, file);
      return () => closeSync(fd);
    }
    // it was removed between the opening and the locking: others would lock the new one
    closeSync(fd);
  }
}

/**
 * The process that took the lock last, as far as it could note that.
 * @param {string} file
 * @returns {number | undefined}
 */
export function lockHolder(file) {
  try {
    return Number.parseInt(readFileSync(file, "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} file
 * @returns {number | undefined}
 */
function openLocked(file) {
  const lockFlag = LOCK_WHEN_OPENED[process.platform];
  const flags = constants.O_RDWR | constants.O_CREAT;
  if (lockFlag === undefined) return withProgram(openSync(file, flags, 0o600));
  try {
    return openSync(file, flags | lockFlag | constants.O_NONBLOCK, 0o600);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && TAKEN.includes(String(thrown.code))) return undefined;
    throw thrown;
  }
}

/**
 * Node.js has no call for it. A lock belongs to the opened file, which the program shares with this process and leaves to it.
 * @param {number} fd
 * @returns {number | undefined}
 */
function withProgram(fd) {
  const { status, error } = spawnSync("flock", ["-n", "3"], { stdio: ["ignore", "ignore", "ignore", fd] });
  if (status === 0) return fd;
  closeSync(fd);
  if (status === 1) return undefined;
  const reason = error ? error.message : `it ended with ${status}`;
  throw new Error(`The program flock, of util-linux, cannot be used (${reason}); install it`);
}

/**
 * @param {number} fd
 * @param {string} file
 */
function isFile(fd, file) {
  const there = statSync(file, { throwIfNoEntry: false });
  const ours = fstatSync(fd);
  return there?.ino === ours.ino && there.dev === ours.dev;
}

/**
 * For the other's sentence, and so that whoever owns the folder can lock there too when root was first.
 * @param {number} fd
 * @param {string} file
 */
function noteHolder(fd, file) {
  try {
    const { uid, gid } = statSync(path.dirname(file));
    if (process.getuid?.() === 0 && uid !== 0) fchownSync(fd, uid, gid);
    writeSync(fd, `${process.pid}\n`.padStart(PID_CHARS), 0);
  } catch {
    // a full disk must not keep anybody from starting
  }
}
