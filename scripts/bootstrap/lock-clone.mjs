import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { takeLock } from "./lock.mjs";

const ROOT = path.dirname(path.dirname(import.meta.dirname));
const LOOK_MS = 500;

/**
 * Waits until nobody else installs or builds in this clone, as a start with other data may.
 * @returns {Promise<() => void>} to be called when everything is built
 */
export async function lockClone() {
  const file = path.join(ROOT, ".lock");
  for (let looks = 0; ; looks += 1) {
    const release = take(file);
    if (release) return release;
    if (looks === 0)
      console.log("Another start is installing or building here; waiting until it has done so.");
    await delay(LOOK_MS);
  }
}

/** @param {string} file */
function take(file) {
  try {
    return takeLock(file);
  } catch {
    return () => {}; // where nothing can be written, nothing is built
  }
}
