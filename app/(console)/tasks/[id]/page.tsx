import type { Metadata } from "next";
import { shortId } from "../../../../components/display/amount.model.ts";
import { Seeds } from "../../../../components/queries/seeds.tsx";
import { taskQuery, taskStepsQuery } from "../../../../components/queries/tasks.ts";
import { TaskPage } from "../../../../components/tasks/task-page.tsx";
import { getTask } from "../../../../operations/task/get.ts";
import { listSteps } from "../../../../operations/task/list.ts";
import { guarded } from "../../_page/guard.tsx";

export async function generateMetadata({ params }: PageProps<"/tasks/[id]">): Promise<Metadata> {
  return { title: `Task ${shortId((await params).id)}` };
}

export default function TaskRoute({ params }: PageProps<"/tasks/[id]">) {
  return guarded(async (ctx) => {
    const { id } = await params;
    const [task, steps] = await Promise.all([getTask(ctx, id), listSteps(ctx, id)]);
    return (
      <Seeds
        seeds={[
          [taskQuery(id).queryKey, task],
          [taskStepsQuery(id).queryKey, steps],
        ]}
      >
        <TaskPage id={id} />
      </Seeds>
    );
  });
}
