"use client";
import { useZone } from "../display/clock.tsx";
import { exact } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { axisTop, barsOf } from "./chart.model.ts";

export type ChartPoint = { readonly at: string; readonly value: number };

type Props = {
  readonly title: string;
  /** What the bars add up to, in words. */
  readonly total: string;
  readonly points: readonly ChartPoint[];
  /** A value with its unit. */
  readonly words: (value: number) => string;
  /** The class of the bars: one that fills. */
  readonly fill: string;
};

const [WIDTH, HEIGHT] = [300, 60];

/** One measure over time as bars; exact values on hover. What it says is in its title, and in the table beside it. */
export function BarChart({ title, total, points, words, fill }: Props) {
  const zone = useZone();
  const values = points.map(({ value }) => value);
  const [first, last] = [points.at(0), points.at(-1)];
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{title}</span>
        <span className="text-muted">{total}</span>
      </figcaption>
      <div className="mt-1 flex gap-2">
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-20 w-full border-line-strong border-b"
        >
          {barsOf(values, WIDTH, HEIGHT).map((bar, at) => {
            const point = points[at];
            return point === undefined ? null : (
              <g key={point.at}>
                <title>{`${exact(Date.parse(point.at), zone)}: ${words(point.value)}`}</title>
                <rect x={bar.x} y={0} width={bar.width} height={HEIGHT} className="fill-transparent" />
                <rect {...bar} className={fill} />
              </g>
            );
          })}
        </svg>
        <span aria-hidden className="w-16 shrink-0 text-muted text-xs">
          {words(axisTop(values))}
        </span>
      </div>
      {first && last ? (
        <p aria-hidden className="mt-0.5 flex justify-between gap-2 pr-18 text-muted text-xs">
          <Time at={first.at} />
          <Time at={last.at} />
        </p>
      ) : null}
    </figure>
  );
}
