import type { Metadata } from "next";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { taskKindsQuery } from "../../../../components/queries/tasks.ts";
import { KindsPage } from "../../../../components/tasks/kinds-page.tsx";
import { listTaskKinds } from "../../../../operations/task/list.ts";
import { guarded } from "../../_page/guard.tsx";

export const metadata: Metadata = { title: "Kinds of tasks" };

export default function TaskKindsPage() {
  return guarded(async (ctx) => (
    <Seeds seeds={[[taskKindsQuery().queryKey, await listTaskKinds(ctx)]]}>
      <KindsPage />
    </Seeds>
  ));
}
