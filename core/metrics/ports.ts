import type { Figures } from "./figures.ts";

/** Writes figures as Prometheus reads them. */
export type MetricsWriter = {
  /** The media type of the text. */
  readonly contentType: string;
  /** The text with these figures and those of the process. */
  write(figures: Figures): Promise<string>;
};
