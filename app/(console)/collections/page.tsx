import type { Metadata } from "next";
import { CollectionList } from "../../../components/collections/collection-list.tsx";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { listCollections } from "../../../operations/collection/list.ts";
import { guarded } from "../_page/guard.tsx";

export const metadata: Metadata = { title: "Collections" };

export default function CollectionsPage() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[collectionsQuery().queryKey, await listCollections(ctx)]]}>
      <CollectionList />
    </Seeds>
  ));
}
