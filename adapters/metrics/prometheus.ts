import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { FIGURES, type FigureKind, type FigureValue } from "../../core/metrics/figures.ts";
import type { MetricsWriter } from "../../core/metrics/ports.ts";

const GAP = "waybill_seq_takeover_gap_seconds";
/** How many observed gaps are remembered: many times as many as are given at once. */
const KNOWN = 1_000;

/**
 * Figures in Prometheus's text format (0.0.4), with those of this process (`process_*`, `nodejs_*`). Open it once in a
 * process: the default figures watch its garbage collection. A gap is observed once, however often it is given: the first text
 * has all that are given then, and a process that is started anew begins its histogram anew, as counters may. After a restore
 * of the database numbers are given again; a gap with another length is another one.
 * Source: docs/reference/metrics.md.
 */
export function openPrometheus(): MetricsWriter {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const { help, buckets } = FIGURES[GAP];
  const gap = new Histogram({ name: GAP, help, buckets: [...buckets], registers: [ofProcess] });
  const observed = new Set<string>();
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    write: async ({ values, gaps }) => {
      for (const { number, seconds } of gaps) {
        const key = `${number} ${seconds}`;
        if (observed.has(key)) continue;
        gap.observe(seconds);
        observed.add(key);
      }
      for (const key of [...observed].slice(0, -KNOWN)) observed.delete(key);
      // made anew: what could not be read is left out, since an old value or a zero would be taken for its value
      const read = registryOf(values);
      return `${await read.metrics()}\n${await ofProcess.metrics()}`;
    },
  };
}

function registryOf(values: readonly FigureValue[]): Registry {
  const registry = new Registry();
  const metrics = new Map<string, Counter | Gauge>();
  for (const { name, value, labels = {} } of values) {
    const metric = metrics.get(name) ?? metricOf(name, FIGURES[name], registry);
    metrics.set(name, metric);
    metric.inc(labels, value);
  }
  return registry;
}

function metricOf(
  name: string,
  { type, help, labels = [] }: FigureKind,
  registry: Registry,
): Counter | Gauge {
  const made = { name, help, labelNames: [...labels], registers: [registry] };
  return type === "counter" ? new Counter(made) : new Gauge(made);
}
