/** One measured figure. `aim`: what it should be at least (or at most); `reference`: what a ratio was taken against. */
export type Figure = {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: string;
  readonly reference?: string;
};

/** Prints a figure as one JSON line, as it was measured, also when it falls short of its aim. */
export function print(figure: Figure): void {
  console.log(JSON.stringify({ ...figure, value: Math.round(figure.value * 1000) / 1000 }));
}

/** The value below which a share of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
