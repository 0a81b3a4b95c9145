import { median, print } from "./figure.ts";

/** How often what takes a minute or less is measured: an odd number, so that the median was measured. */
export const PASSES = Number(process.env.BENCH_PASSES ?? 3);

/** A figure and its reference. `pass`: counted from 0; of both the first is for warming up where `warmUp` says so. */
export type Turns = {
  readonly name: string;
  readonly unit: string;
  readonly aim?: string;
  readonly measure: (pass: number) => Promise<number>;
  readonly reference: { readonly name: string; readonly measure: (pass: number) => Promise<number> };
  readonly warmUps?: number;
};

/**
 * Measures a figure and its reference in turns, so that what the machine does besides falls on both alike, and prints
 * their medians.
 */
export async function printInTurns({ measure, reference, warmUps = 0, ...figure }: Turns): Promise<void> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let pass = 0; pass < warmUps + PASSES; pass += 1) {
    const [own, other] = [await measure(pass), await reference.measure(pass)];
    if (pass < warmUps) continue;
    ours.push(own);
    theirs.push(other);
  }
  print({
    ...figure,
    value: median(ours),
    passes: ours,
    reference: { name: reference.name, value: median(theirs), passes: theirs },
  });
}
