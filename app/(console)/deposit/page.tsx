import type { Metadata } from "next";
import { DepositPage } from "../../../components/deposit/deposit-page.tsx";
import { collectionsQuery } from "../../../components/queries/collections.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { listCollections } from "../../../operations/collection/list.ts";
import { guarded } from "../_page/guard.tsx";

export const metadata: Metadata = { title: "New deposit" };

export default function DepositRoute() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[collectionsQuery().queryKey, await listCollections(ctx)]]}>
      <DepositPage />
    </Seeds>
  ));
}
