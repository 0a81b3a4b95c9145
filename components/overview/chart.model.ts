/** A step at which an axis can end: 1, 2 or 5 times a power of ten, no lower than the highest value; 1 at least. */
export function axisTop(values: readonly number[]): number {
  const most = Math.max(1, ...values);
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((top) => top >= most) ?? most;
}

/** A bar in a drawing of `width` by `height`, whose y grows downwards. */
export type Bar = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** The bars of a chart, side by side with a gap; one that is not zero is at least one unit high, so that it can be seen. */
export function barsOf(values: readonly number[], width: number, height: number): readonly Bar[] {
  const top = axisTop(values);
  const step = width / Math.max(1, values.length);
  return values.map((value, at) => {
    const high = value <= 0 ? 0 : Math.max(1, (value / top) * height);
    return { x: at * step + step * 0.1, y: height - high, width: step * 0.8, height: high };
  });
}
