/** What the charts of the overview can show: how far back, and how long one of their bars is, in hours. */
export const FIGURE_RANGES = {
  "24h": { hours: 24, stepHours: 1, words: "24 hours" },
  "7d": { hours: 7 * 24, stepHours: 6, words: "7 days" },
  "30d": { hours: 30 * 24, stepHours: 24, words: "30 days" },
  "90d": { hours: 90 * 24, stepHours: 24, words: "90 days" },
} as const;
export type FigureRange = keyof typeof FIGURE_RANGES;
export const FIGURE_RANGE_NAMES = Object.keys(FIGURE_RANGES) as readonly FigureRange[];

/** What is shown unless something else is asked for. */
export const USUAL_RANGE: FigureRange = "24h";

/** The range a text names; the usual one if it names none. */
export function readRange(text: string | undefined): FigureRange {
  return FIGURE_RANGE_NAMES.find((name) => name === text) ?? USUAL_RANGE;
}
