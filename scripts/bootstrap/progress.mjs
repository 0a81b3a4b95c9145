/** Progress lines with durations: rewritten in place on a terminal, one after the other elsewhere. */

const REMIND_MS = 15_000;
const TICK_MS = 1_000;

/**
 * Runs one piece of work and says what it is and how long it takes.
 * @template T
 * @param {string} title what is being done, as in "Installing packages"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const beganAt = Date.now();
  const seconds = () => `${((Date.now() - beganAt) / 1000).toFixed(1)} s`;
  const say = process.stdout.isTTY ? onTerminal(title) : onPipe(title);
  say.begin();
  const timer = setInterval(() => say.tick(seconds()), process.stdout.isTTY ? TICK_MS : REMIND_MS);
  try {
    const result = await work();
    say.end(seconds());
    return result;
  } catch (thrown) {
    say.fail();
    throw thrown;
  } finally {
    clearInterval(timer);
  }
}

/** @param {string} title */
function onTerminal(title) {
  const write = (/** @type {string} */ text) => process.stdout.write(`\r\u001b[K  ${text}`);
  return {
    begin: () => write(`${title} ...`),
    tick: (/** @type {string} */ seconds) => write(`${title} ... ${seconds}`),
    end: (/** @type {string} */ seconds) => write(`${title}: ${seconds}\n`),
    fail: () => write(`${title}: not done\n`),
  };
}

/** @param {string} title */
function onPipe(title) {
  return {
    begin: () => console.log(`  ${title} ...`),
    tick: (/** @type {string} */ seconds) => console.log(`  ${title}: still at it after ${seconds}`),
    end: (/** @type {string} */ seconds) => console.log(`  ${title}: ${seconds}`),
    fail: () => console.log(`  ${title}: not done`),
  };
}
