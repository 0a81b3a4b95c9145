import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { OverviewPage } from "../../components/overview/overview-page.tsx";
import { overviewQuery } from "../../components/queries/overview.ts";
import { Seeds } from "../../components/queries/seeds.tsx";
import { can } from "../../core/access/roles.ts";
import { readRange } from "../../core/overview/ranges.ts";
import { getOverview } from "../../operations/overview/get.ts";
import { guarded } from "./_page/guard.tsx";
import { readerOf } from "./_page/read.ts";

export const metadata: Metadata = { title: "Overview" };

/** Operators and admins begin at the overview, everybody else at the batches; for depositors these are their own deposits. */
export default function StartPage({ searchParams }: PageProps<"/">) {
  return guarded(async (ctx) => {
    if (!can(ctx.actor, "read-alarms")) redirect("/batches");
    const range = readRange((await readerOf(searchParams))("range"));
    return (
      <Seeds seeds={[[overviewQuery(range).queryKey, await getOverview(ctx, { range })]]}>
        <OverviewPage />
      </Seeds>
    );
  });
}
