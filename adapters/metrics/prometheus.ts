import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { FIGURES, type FigureKind, type FigureValue } from "../../core/metrics/figures.ts";
import type { MetricsWriter } from "../../core/metrics/ports.ts";

const GAP = "waybill_seq_takeover_gap_seconds";

/**
 * Figures in Prometheus's text format (0.0.4), with those of this process (`process_*`, `nodejs_*`). Open it once in a
 * process: the default figures watch its garbage collection. A gap is observed once, however often it is given: the first text
 * has all that are given then, and a process that is started anew begins its histogram anew, as counters may.
 * Source: docs/reference/metrics.md.
 */
export function openPrometheus(): MetricsWriter {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const { help, buckets } = FIGURES[GAP];
  const gap = new Histogram({ name: GAP, help, buckets: [...buckets], registers: [ofProcess] });
  let seen = 0;
  return {
    contentType: Registry.PROMETHEUS_CONTENT_TYPE,
    write: async ({ values, gaps }) => {
      const fresh = gaps.filter(({ number }) => number > seen);
      for (const { number, seconds } of fresh) {
        seen = Math.max(seen, number);
        gap.observe(seconds);
      }
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
