"use client";
import type { FigurePoint, FiguresView } from "../../core/contracts/overview-views.ts";
import { FIGURE_RANGE_NAMES, FIGURE_RANGES, USUAL_RANGE } from "../../core/overview/ranges.ts";
import { bytes, count, counted } from "../display/amount.model.ts";
import { ExactTime } from "../display/time.tsx";
import { FilterLink } from "../rows/filter-link.tsx";
import { join } from "../ui/join.ts";
import { Panel } from "../ui/panel.tsx";
import { BarChart } from "./bar-chart.tsx";

type Measure = {
  readonly key: Exclude<keyof FigurePoint, "at">;
  readonly title: string;
  readonly words: (value: number) => string;
  readonly fill: string;
};

const MEASURES: readonly Measure[] = [
  {
    key: "accepted",
    title: "Deposits accepted",
    words: (value) => counted(value, "batch", "batches"),
    fill: "fill-moving-solid",
  },
  {
    key: "completed",
    title: "Jobs completed",
    words: (value) => counted(value, "job"),
    fill: "fill-done-solid",
  },
  { key: "failed", title: "Jobs failed", words: (value) => counted(value, "job"), fill: "fill-person-solid" },
  { key: "bytes", title: "Stored", words: bytes, fill: "fill-waiting-solid" },
];

/** Steps of more than an hour begin at no round time of any clock or calendar. */
function stepsInWords(stepHours: number): string {
  return `steps of ${counted(stepHours, "hour")}${stepHours === 1 ? "" : ", ending now"}`;
}

/** What came in and went through, over time, as charts and as a table. */
export function FiguresPanel({ figures: { range, points } }: { figures: FiguresView }) {
  return (
    <Panel title="Throughput" aside={<RangeLinks range={range} />}>
      <div className="grid gap-6 rounded-md border border-line bg-surface p-4 sm:grid-cols-2">
        {MEASURES.map(({ key, title, words, fill }) => (
          <BarChart
            key={key}
            title={title}
            total={words(points.reduce((sum, point) => sum + point[key], 0))}
            points={points.map((point) => ({ at: point.at, value: point[key] }))}
            words={words}
            fill={fill}
          />
        ))}
      </div>
      <p className="mt-2 text-muted text-sm">
        Counted every minute, in {stepsInWords(FIGURE_RANGES[range].stepHours)}. A job that failed and was
        resumed by the end of the following hour is not counted as failed.
      </p>
      <details className="mt-1">
        <summary className="w-fit cursor-pointer text-muted">The same as a table</summary>
        <FigureTable points={points} />
      </details>
    </Panel>
  );
}

function RangeLinks({ range }: Pick<FiguresView, "range">) {
  return (
    <nav aria-label="Time range" className="flex flex-wrap gap-1">
      {FIGURE_RANGE_NAMES.map((name) => (
        <FilterLink
          key={name}
          changes={{ range: name === USUAL_RANGE ? undefined : name }}
          pressed={name === range}
          className={join(
            "rounded-md px-2 py-0.5",
            name === range ? "bg-accent-soft text-accent-strong" : "text-muted hover:bg-sunken",
          )}
        >
          {FIGURE_RANGES[name].words}
        </FilterLink>
      ))}
    </nav>
  );
}

function FigureTable({ points }: Pick<FiguresView, "points">) {
  return (
    <div className="mt-2 overflow-x-auto rounded-md border border-line bg-surface">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium text-muted text-sm">
              From
            </th>
            {MEASURES.map(({ key, title }) => (
              <th key={key} scope="col" className="px-3 py-1.5 font-medium text-muted text-sm">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map((point) => (
            <tr key={point.at} className="border-line border-t">
              <td className="whitespace-nowrap px-3 py-1">
                <ExactTime at={point.at} />
              </td>
              {MEASURES.map(({ key }) => (
                <td key={key} className="px-3 py-1">
                  {key === "bytes" ? bytes(point[key]) : count(point[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
