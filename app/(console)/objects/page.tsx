import type { Metadata } from "next";
import { ObjectList } from "../../../components/objects/object-list.tsx";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { objectsQuery } from "../../../components/queries/objects.ts";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { objectFilter } from "../../../components/rows/list-filters.model.ts";
import { listCollections } from "../../../operations/collection/list.ts";
import { listObjects } from "../../../operations/object/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Objects" };

export default function ObjectsPage({ searchParams }: PageProps<"/objects">) {
  return guarded(async (ctx) => {
    const filter = objectFilter(await readerOf(searchParams));
    const [page, collections] = await Promise.all([
      listObjects(ctx, { ...filter, limit: PAGE_LIMIT }),
      listCollections(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [objectsQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [collectionsQuery().queryKey, collections],
        ]}
      >
        <ObjectList />
      </Seeds>
    );
  });
}
