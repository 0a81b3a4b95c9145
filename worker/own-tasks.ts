import type { TaskDefinition } from "../core/task/define-task.ts";
import type { Context } from "../operations/context.ts";
import type { CopyPorts } from "../operations/copy/ports.ts";
import { copiesTask } from "../operations/task/own/copies.ts";
import { fixityTask } from "../operations/task/own/fixity.ts";
import { forgetTasksTask } from "../operations/task/own/forget-tasks.ts";

/** What Waybill's own tasks run with: what each needs of it is handed to it. */
type Wired = { readonly ctx: Context; readonly copyPorts: CopyPorts };

/** The tasks of Waybill itself. Source: docs/architecture.md, "Where to add what". */
export function ownTasks({ ctx, copyPorts }: Wired): readonly TaskDefinition[] {
  return [forgetTasksTask(ctx), copiesTask(ctx, copyPorts), fixityTask(ctx, copyPorts)];
}
