import type { Metadata } from "next";
import { rowsData } from "../../../components/queries/rows.ts";
import { Seeds } from "../../../components/queries/seeds.tsx";
import { taskCountsQuery, taskKindsQuery, tasksQuery } from "../../../components/queries/tasks.ts";
import { taskFilter } from "../../../components/rows/list-filters.model.ts";
import { TaskList } from "../../../components/tasks/task-list.tsx";
import { TaskQuery } from "../../../core/contracts/task-requests.ts";
import { countTasks } from "../../../operations/task/count.ts";
import { listTaskKinds, listTasks } from "../../../operations/task/list.ts";
import { guarded } from "../_page/guard.tsx";
import { PAGE_LIMIT, readerOf } from "../_page/read.ts";

export const metadata: Metadata = { title: "Tasks" };

export default function TasksPage({ searchParams }: PageProps<"/tasks">) {
  return guarded(async (ctx) => {
    const filter = taskFilter(await readerOf(searchParams));
    const [page, counts, kinds] = await Promise.all([
      listTasks(ctx, TaskQuery.parse({ ...filter, limit: PAGE_LIMIT })),
      countTasks(ctx),
      listTaskKinds(ctx),
    ]);
    return (
      <Seeds
        seeds={[
          [tasksQuery(filter).queryKey, rowsData(page, filter.cursor)],
          [taskCountsQuery().queryKey, counts],
          [taskKindsQuery().queryKey, kinds],
        ]}
      >
        <TaskList />
      </Seeds>
    );
  });
}
