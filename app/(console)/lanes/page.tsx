import type { Metadata } from "next";
import { LaneList } from "../../../components/lanes/lane-list.tsx";
import { lanesQuery } from "../../../components/queries/lanes.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { laneFilter } from "../../../components/rows/list-filters.model.ts";
import { listLanes } from "../../../operations/lane/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Lanes" };

export default function LanesPage({ searchParams }: PageProps<"/lanes">) {
  return guarded(async (ctx) => {
    const filter = laneFilter(await readerOf(searchParams));
    const page = await listLanes(ctx, { ...filter, limit: PAGE_LIMIT });
    return (
      <Seeds seeds={[[lanesQuery(filter).queryKey, rowsData(page, filter.cursor)]]}>
        <LaneList />
      </Seeds>
    );
  });
}
