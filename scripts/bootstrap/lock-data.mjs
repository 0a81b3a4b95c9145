import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { tightenFolder } from "./keep-private.mjs";
import { lockHolder, takeLock } from "./lock.mjs";
import { makeFolder } from "./make-folder.mjs";

const ROOT = path.dirname(path.dirname(import.meta.dirname));

/**
 * Keeps the data to one start at a time, until this process ends; by whatever path the folder is named. Nobody else on the
 * machine may look into it from then on. Ends the process
 * with a sentence when another one has it. First of all: what follows installs, builds and makes a database.
 */
export async function lockData() {
  const folder = path.resolve(ROOT, process.env.WAYBILL_DATA || ".waybill");
  try {
    await makeFolder(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return; // resolveSettings says why, once everything is installed
  }
  const file = path.join(folder, "lock");
  const sentence = take(file, folder);
  if (sentence === undefined) return tightenFolder(folder, (said) => console.log(said));
  console.error(sentence);
  process.exit(1);
}

/**
 * @param {string} file
 * @param {string} folder
 * @returns {string | undefined} why it was not taken
 */
function take(file, folder) {
  try {
    if (takeLock(file)) return undefined;
  } catch (thrown) {
    return `The file ${file} cannot be locked: ${thrown instanceof Error ? thrown.message : thrown}.`;
  }
  const pid = lockHolder(file);
  const who = pid === undefined ? "Another process" : `Process ${pid}`;
  return (
    `Waybill is running already, or is being started, on the data in ${folder}. ${who} has it: ` +
    "stop that one first, or name another folder with WAYBILL_DATA."
  );
}
