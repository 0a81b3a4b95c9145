/** What a figure is, as Prometheus has it. `help`: one sentence. `buckets`: of a histogram, upper bounds. */
export type FigureKind = {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels?: readonly string[];
  readonly buckets?: readonly number[];
};

/** Ticks of the usual length, from one that nobody could take over in to those of a quiet time; then what people notice. */
const GAPS = [0.0625, 0.125, 0.1875, 0.25, 0.5, 1, 2.5, 5, 15, 60] as const;

/**
 * Every figure of Waybill's own at GET /api/metrics, in base units. They are read from PostgreSQL at each scrape, so any web
 * process answers the same. Source: docs/reference/metrics.md; a test compares the two.
 */
export const FIGURES = {
  waybill_database_up: { type: "gauge", help: "Whether the database answered this scrape (1) or not (0)." },
  waybill_seq_epoch: { type: "gauge", help: "The seq of the latest beat." },
  waybill_seq_position: { type: "gauge", help: "The last position given." },
  waybill_seq_term: { type: "gauge", help: "The term of the latest beat's writer." },
  waybill_seq_beat_age_seconds: {
    type: "gauge",
    help: "The age of the latest beat by the database's clock.",
  },
  waybill_seq_nodes: { type: "gauge", help: "Workers seen in the last 5 s." },
  waybill_seq_unsequenced: {
    type: "gauge",
    help: "What was accepted or has ended and waits for its position, counted up to 10000.",
  },
  waybill_seq_unsequenced_oldest_seconds: {
    type: "gauge",
    help: "How long the oldest of these has waited; 0 when nothing waits.",
  },
  waybill_seq_cas_total: {
    type: "counter",
    help: "Beats that workers tried to write: won, or lost to another one written before.",
    labels: ["result"],
  },
  waybill_seq_takeovers_total: {
    type: "counter",
    help: "How often another worker, or one that was started anew, began to write the beats.",
  },
  waybill_seq_takeover_gap_seconds: {
    type: "histogram",
    help: "From the last beat of the writer before to the first of the next.",
    buckets: GAPS,
  },
} as const satisfies Record<string, FigureKind>;

export type FigureName = keyof typeof FIGURES;

/** A value of a gauge or counter. */
export type FigureValue = {
  readonly name: FigureName;
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
};

/** A takeover for the histogram. `number`: how many there have been with it. */
export type Gap = { readonly number: number; readonly seconds: number };

/** What is read at a scrape. `gaps`: the latest takeovers, each of which is observed once. */
export type Figures = { readonly values: readonly FigureValue[]; readonly gaps: readonly Gap[] };
