import type { TaskDefinition } from "../core/task/define-task.ts";
import type { CheckPorts } from "../operations/check/look.ts";
import type { Context } from "../operations/context.ts";
import type { StagePorts } from "../operations/ports.ts";
import { forgetTasksTask } from "../operations/task/own/forget-tasks.ts";

/** What Waybill's own tasks run with: what each needs of it is handed to it. */
type Wired = { readonly ctx: Context; readonly ports: StagePorts; readonly checkPorts: CheckPorts };

/** The tasks of Waybill itself. Source: docs/architecture.md, "Where to add what". */
export function ownTasks({ ctx }: Wired): readonly TaskDefinition[] {
  return [forgetTasksTask(ctx)];
}
