/**
 * Milliseconds of processor time the call takes, of this process alone: other work on the machine does not count. What it
 * throws for bad text is part of it; a promise is awaited, and what it generates drained.
 */
export async function timeOnce(call: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await drain(call());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function drain(given: unknown): Promise<void> {
  const result = await given;
  if (typeof result !== "object" || result === null) return;
  if (Symbol.asyncIterator in result) for await (const _ of result as AsyncIterable<unknown>);
  else if (Symbol.iterator in result && "next" in result) for (const _ of result as Iterable<unknown>);
}

/** Makes the call anew with text of so many characters. */
type Make = (length: number) => () => unknown;

/** Characters of the first try, which tells linear at a glance when it takes less than this. */
const LENGTH = 4_096;
const AT_A_GLANCE_MS = 0.6;
/** Times each length is tried; one round that shows no growth beyond the line ends it. */
const ROUNDS = 6;
/** Four times the text takes four times as long where time grows with the length, and sixteen times with its square. */
const MOST_GROWTH = 9;
/** V8 replaces more than some thousand matches in a slower way: what could be that is looked at beyond it too. */
const BEYOND = 8;
const BEYOND_AT_MOST_MS = 500;

/**
 * What is wrong with how the time grows, or undefined. What takes less than 0.6 ms for 4,096 characters is not looked at more
 * closely: were it by the square, the longest line of a manifest would take 160 ms.
 */
export async function growthFault(make: Make): Promise<string | undefined> {
  if ((await timeOnce(make(LENGTH))) < AT_A_GLANCE_MS) return undefined;
  const near = await growthFrom(make, LENGTH);
  const isSlow = (near?.at(-1)?.ms ?? 0) > BEYOND_AT_MOST_MS;
  const found = near === undefined || isSlow ? near : await growthFrom(make, LENGTH * BEYOND);
  return found?.map(({ length, ms }) => `${ms.toFixed(1)} ms for ${length} characters`).join(", ");
}

type Timed = { readonly length: number; ms: number };

/**
 * The times of three lengths, each twice the one before, if they grow faster than the text. Of each length the least time
 * counts, what the call takes when nothing disturbs it; each try has new text, since V8 keeps what an expression found.
 */
async function growthFrom(make: Make, length: number): Promise<readonly Timed[] | undefined> {
  const least: Timed[] = [1, 2, 4].map((times) => ({ length: length * times, ms: Number.POSITIVE_INFINITY }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of least) one.ms = Math.min(one.ms, await timeOnce(make(one.length)));
    const [first = 0, double = 0, fourfold = 0] = least.map(({ ms }) => ms);
    if (first < AT_A_GLANCE_MS / 2 || fourfold / first < MOST_GROWTH) return undefined;
    // both steps: one alone may be a table or a heap that grows
    if (Math.min(double / first, fourfold / double) < Math.sqrt(MOST_GROWTH) * 0.9) return undefined;
  }
  return least;
}
