import type { Metadata } from "next";
import { CheckPage } from "../../../components/checks/check-page.tsx";
import { checkQuery, checksQuery } from "../../../components/queries/checks.ts";
import { type Seed, Seeds } from "../../../components/queries/seeds.tsx";
import { FindingQuery } from "../../../core/contracts/check-requests.ts";
import { getCheck } from "../../../operations/check/get.ts";
import { listChecks } from "../../../operations/check/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Checks" };

export default function ChecksPage({ searchParams }: PageProps<"/checks">) {
  return guarded(async (ctx) => {
    const { items } = await listChecks(ctx, { limit: PAGE_LIMIT });
    const shown = (await readerOf(searchParams))("run") ?? items[0]?.id;
    const seeds: Seed[] = [[checksQuery().queryKey, items]];
    if (shown !== undefined)
      seeds.push([checkQuery(shown).queryKey, await getCheck(ctx, shown, FindingQuery.parse({ limit: 1 }))]);
    return (
      <Seeds seeds={seeds}>
        <CheckPage />
      </Seeds>
    );
  });
}
