import type { Metadata } from "next";
import { CallbackList } from "../../../components/callbacks/callback-list.tsx";
import { callbacksQuery } from "../../../components/queries/callbacks.ts";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { callbackFilter } from "../../../components/rows/list-filters.model.ts";
import { listCallbacks } from "../../../operations/callback/list.ts";
import { listCollections } from "../../../operations/collection/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Callbacks" };

export default function CallbacksPage({ searchParams }: PageProps<"/callbacks">) {
  return guarded(async (ctx) => {
    const filter = callbackFilter(await readerOf(searchParams));
    const [page, collections] = await Promise.all([
      listCallbacks(ctx, { ...filter, limit: PAGE_LIMIT }),
      listCollections(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [callbacksQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <CallbackList />
      </Seeds>
    );
  });
}
