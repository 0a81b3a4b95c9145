/** How many bytes had been sent at a moment. */
export type Sample = { readonly atMs: number; readonly bytes: number };

const WINDOW_MS = 10_000;
const LEAST_MS = 3_000;

/** The samples of the last 10 seconds with the new one; the one just before the window is kept to measure from. */
export function addSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const from = samples.findLastIndex((kept) => sample.atMs - kept.atMs >= WINDOW_MS);
  return [...samples.slice(Math.max(0, from)), sample];
}

/** Bytes per second over the window; null before there is enough to say. */
export function rateOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < 1000) return null;
  return ((last.bytes - first.bytes) * 1000) / (last.atMs - first.atMs);
}

/** Rates over each second or more of the window, from the slowest. */
function ratesOf(samples: readonly Sample[]): readonly number[] {
  const rates: number[] = [];
  let begin = samples[0];
  for (const sample of samples) {
    if (!begin || sample.atMs - begin.atMs < 1000) continue;
    rates.push(((sample.bytes - begin.bytes) * 1000) / (sample.atMs - begin.atMs));
    begin = sample;
  }
  return rates.sort((one, other) => one - other);
}

/** How long the rest takes, in ms, at the slow and the fast quarter of the window's rates. Null: not known yet. */
export function estimate(
  samples: readonly Sample[],
  restBytes: number,
): { readonly fromMs: number; readonly toMs: number } | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || last.atMs - first.atMs < LEAST_MS) return null;
  const rates = ratesOf(samples);
  const slow = rates[Math.floor(rates.length / 4)];
  const fast = rates[Math.ceil((rates.length * 3) / 4) - 1];
  if (!slow || !fast) return null;
  return { fromMs: (restBytes / fast) * 1000, toMs: (restBytes / slow) * 1000 };
}

function minutesOrSeconds(ms: number): { readonly value: number; readonly unit: "s" | "min" | "h" } {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 90) return { value: seconds, unit: "s" };
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? { value: minutes, unit: "min" } : { value: Math.round(minutes / 60), unit: "h" };
}

/** "20 to 35 s left", "about 2 min left". */
export function estimateWords({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  const [from, to] = [minutesOrSeconds(fromMs), minutesOrSeconds(toMs)];
  if (from.unit !== to.unit) return `${from.value} ${from.unit} to ${to.value} ${to.unit} left`;
  return from.value === to.value
    ? `about ${to.value} ${to.unit} left`
    : `${from.value} to ${to.value} ${to.unit} left`;
}
