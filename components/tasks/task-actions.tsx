"use client";
import { CircleX } from "lucide-react";
import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { cancelTask } from "../queries/tasks.ts";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { RetryDialog } from "./retry-dialog.tsx";
import { awaitedEvents, eventName } from "./task-words.model.ts";

type Props = {
  readonly task: TaskView;
  readonly steps: readonly TaskStepView[];
  readonly onDone: (said: string) => void;
};

/** What can be done with a task now, for those who may. The main act is what ends its wait. */
export function TaskActions({ task, steps, onDone }: Props) {
  const { id, name, may } = task;
  const [awaited] = awaitedEvents(steps);
  const event = awaited ? eventName(awaited) : "";
  return (
    <>
      {may.cancel ? (
        <ReasonDialog
          button={
            <>
              <CircleX aria-hidden size={16} />
              Cancel task
            </>
          }
          title={`Cancel ${name}`}
          description="It ends and cannot be retried. A step that is being done may still have its effect. The next task of its lane may start."
          verb="Cancel the task"
          danger
          hint="Kept with your name in its timeline and in the audit."
          act={(reason) => cancelTask(id, reason)}
          onDone={() => onDone("The task is cancelled.")}
        />
      ) : null}
      {may.sendEvent ? (
        <EventDialog
          taskId={id}
          awaited={event}
          isMain={event !== "" && task.state === "Waiting"}
          onDone={onDone}
        />
      ) : null}
      {may.retry ? <RetryDialog task={task} onDone={onDone} /> : null}
    </>
  );
}
