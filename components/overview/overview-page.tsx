"use client";
import { useQuery } from "@tanstack/react-query";
import { readRange } from "../../core/overview/ranges.ts";
import { overviewQuery } from "../queries/overview.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { FiguresPanel } from "./figures-panel.tsx";
import { NeedsPanel } from "./needs-panel.tsx";
import { SlowLanes } from "./slow-lanes.tsx";
import { StorageGauge } from "./storage-gauge.tsx";
import { WorkerList } from "./worker-list.tsx";

/** The home of operators and admins: what needs them, and how the installation does. */
export function OverviewPage() {
  const range = readRange(useUrlFilter().value("range"));
  const { data: overview, error, refetch } = useQuery(overviewQuery(range));
  return (
    <>
      <PageHead title="Overview" />
      <ReadError
        what="The overview"
        error={error}
        kept={overview !== undefined}
        onRetry={() => void refetch()}
      />
      {overview ? (
        <div className="grid gap-8">
          <NeedsPanel overview={overview} />
          <FiguresPanel figures={overview.figures} />
          <div className="grid items-start gap-8 lg:grid-cols-2">
            <SlowLanes lanes={overview.lanes} />
            <div className="grid gap-8">
              <StorageGauge storage={overview.storage} />
              <WorkerList workers={overview.workers} />
            </div>
          </div>
        </div>
      ) : null}
    </>
  );
}
