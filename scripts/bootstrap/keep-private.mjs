import { chmod, stat } from "node:fs/promises";
import path from "node:path";

const OWNER_ONLY = 0o700;
/** Others may pass through, to what is theirs in it, and see nothing. */
const PASSABLE = 0o711;
/** What the user of this start has set for files of theirs. */
const usual = process.umask();
/** The bits of a mode that say who may do what. */
const WHO = 0o777;

/** What this process makes from here on, and the processes it starts, is its user's alone. */
export function makePrivate() {
  process.umask(0o077);
}

/**
 * For packages and builds, which are no data: they lie in the clone, which others may use too.
 * @template Result
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function asUsual(work) {
  const strict = process.umask(usual);
  try {
    return await work();
  } finally {
    process.umask(strict);
  }
}

/**
 * Takes an existing data folder away from everybody else, with a sentence. Where root runs its PostgreSQL as another user,
 * who has no other way in, that one may pass through it.
 * @param {string} folder
 * @param {(sentence: string) => void} say
 */
export async function tightenFolder(folder, say) {
  const { mode } = await stat(folder);
  const wanted = (await isPassedThrough(folder)) ? PASSABLE : OWNER_ONLY;
  if ((mode & WHO & ~wanted) === 0) return;
  const [was, is] = [mode & WHO, wanted].map((bits) => bits.toString(8));
  try {
    await chmod(folder, wanted);
    say(
      `Other users of this machine could look into the data folder ${folder} (mode ${was}); it is closed to them now (${is}).`,
    );
  } catch {
    say(
      `Other users of this machine can look into the data folder ${folder} (mode ${was}), and this user may not close it: chmod ${is} it.`,
    );
  }
}

/** @param {string} folder */
async function isPassedThrough(folder) {
  if (process.getuid?.() !== 0) return false;
  const [own, postgres] = await Promise.all([
    stat(folder),
    stat(path.join(folder, "postgres")).catch(() => undefined),
  ]);
  return postgres !== undefined && postgres.uid !== own.uid;
}
