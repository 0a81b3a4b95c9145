/** One measured figure. `aim`: what it should be at least (or at most). Of several passes, `value` is the median. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: string;
  readonly passes?: readonly number[];
  /** What does the same or less in the same run. */
  readonly reference?: Reference;
};

/** `value`: in the unit of the figure it stands beside; `passes`: in turns with the figure's own. */
export type Reference = {
  readonly name: string;
  readonly value: number;
  readonly passes?: readonly number[];
};

/**
 * Prints a figure as one JSON line, as it was measured, also when it falls short of its aim. With a reference the line
 * ends with `ratio`, the figure divided by it.
 */
export function print({ reference, passes, ...figure }: Figure): void {
  const line = {
    ...figure,
    value: round(figure.value),
    ...(passes && { passes: passes.map(round) }),
    ...(reference && {
      reference: { ...reference, value: round(reference.value), ...roundAll(reference.passes) },
      ratio: round(figure.value / reference.value),
    }),
  };
  console.log(JSON.stringify(line));
}

function roundAll(passes: readonly number[] | undefined) {
  return passes && { passes: passes.map(round) };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The value below which a share of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Of an even number of values, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
