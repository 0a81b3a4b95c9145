"use client";
import type { LaneRow } from "../../core/contracts/lane-views.ts";
import { useLive } from "../live/live-provider.tsx";
import { lanesQuery } from "../queries/lanes.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { laneFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ALL_LANES } from "./lane-columns.tsx";

const idOf = (lane: LaneRow) => lane.serviceId;

/** All lanes one can see, by service id: what each waits for. */
export function LaneList() {
  const url = useUrlFilter();
  const { status } = useLive();
  const filter = laneFilter(url.value);
  return (
    <>
      <PageHead title="Lanes" />
      <FilterBar search="Service id" choices={[]} />
      <RowsTable
        query={lanesQuery(filter, status.kind !== "paused")}
        caption="Lanes, by service id"
        columns={ALL_LANES}
        idOf={idOf}
        nouns={["lane", "lanes"]}
        empty={
          filter.q ? (
            <Empty title="No lane has this in its service id.">Clear the filter to see all of them.</Empty>
          ) : (
            <Empty title="No lanes yet.">
              A lane appears here when an admin makes one through the API, or a collection with its own.
            </Empty>
          )
        }
      />
    </>
  );
}
