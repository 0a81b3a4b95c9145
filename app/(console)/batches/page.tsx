import type { Metadata } from "next";
import { BatchList } from "../../../components/batches/batch-list.tsx";
import { batchesQuery } from "../../../components/queries/batches.ts";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { batchFilter } from "../../../components/rows/list-filters.model.ts";
import { listBatches } from "../../../operations/batch/list.ts";
import { listCollections } from "../../../operations/collection/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Batches" };

export default function BatchesPage({ searchParams }: PageProps<"/batches">) {
  return guarded(async (ctx) => {
    const filter = batchFilter(await readerOf(searchParams));
    const [page, collections] = await Promise.all([
      listBatches(ctx, { ...filter, limit: PAGE_LIMIT }),
      listCollections(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [batchesQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <BatchList />
      </Seeds>
    );
  });
}
