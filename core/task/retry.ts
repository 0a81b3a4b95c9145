/**
 * How often something is tried, and after which pauses in ms: `initialMs` × `factor` for each further one, at most `maxMs`;
 * with `jitter` a random part of that between half and all.
 */
export type RetryPolicy = {
  readonly maxAttempts: number;
  readonly initialMs: number;
  readonly factor: number;
  readonly maxMs: number;
  readonly jitter: boolean;
};

/** What holds where a task says nothing. Source: docs/reference/tasks.md, "Retries". */
const RETRY: RetryPolicy = {
  maxAttempts: 5,
  initialMs: 1_000,
  factor: 2,
  maxMs: 60_000,
  jitter: true,
};

/**
 * The pause before the next try, in ms, after `failures` of them; undefined: that was the last one. `afterMs`: what the other
 * side has asked for. `roll`: from 0 to below 1.
 */
export function pauseMsAfter(
  failures: number,
  policy: Partial<RetryPolicy> | undefined,
  { roll, afterMs }: { readonly roll: number; readonly afterMs?: number | undefined },
): number | undefined {
  const { maxAttempts, initialMs, factor, maxMs, jitter } = { ...RETRY, ...policy };
  if (failures >= maxAttempts) return undefined;
  if (afterMs !== undefined) return afterMs;
  // not 0 times Infinity, which is no number
  const whole = initialMs === 0 ? 0 : Math.min(maxMs, initialMs * factor ** (failures - 1));
  return jitter ? whole * (0.5 + roll / 2) : whole;
}
