"use client";
import { useQuery } from "@tanstack/react-query";
import { Check, Clock, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { taskStepQuery } from "../queries/tasks.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { join } from "../ui/join.ts";
import { Panel } from "../ui/panel.tsx";
import { JsonView } from "./json-view.tsx";
import { type StepStatus, type StepStop, stepWords, stopsOf } from "./task-words.model.ts";

/** The latest that are shown at once. */
const SHOWN = 50;

const LOOKS = {
  done: { dot: "border-done-solid bg-done-solid text-surface", word: "done", icon: Check },
  failed: { dot: "border-time-solid bg-time-soft text-time", word: "failed", icon: X },
  ended: { dot: "border-person-solid bg-person-solid text-surface", word: "failed", icon: X },
  waiting: { dot: "border-time-solid bg-time-soft text-time", word: "waits", icon: Clock },
} as const satisfies Record<
  StepStatus | "ended",
  { readonly dot: string; readonly word: string; readonly icon: typeof Check }
>;

type Props = { readonly task: TaskView; readonly steps: readonly TaskStepView[] };

/** What a task has done and waits for, as a line of stops in the order in which they began. */
export function TaskSteps({ task, steps }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const stops = stopsOf(steps);
  const hidden = isWhole ? 0 : Math.max(0, stops.length - SHOWN);
  return (
    <Panel
      title="Steps"
      aside={<span className="text-muted tabular-nums">{counted(stops.length, "step")}</span>}
    >
      {hidden > 0 ? (
        <Button size="small" className="mb-2" onClick={() => setIsWhole(true)}>
          Show {count(hidden)} earlier
        </Button>
      ) : null}
      {stops.length === 0 && task.state !== "Running" ? (
        <p className="text-muted">Nothing done yet. Steps, sleeps and events appear here in their order.</p>
      ) : (
        <ol aria-label="Steps" className="rounded-md border border-line bg-surface px-3 py-2">
          {stops.slice(hidden).map((stop) => (
            <Stop key={stop.step.name} task={task} stop={stop} />
          ))}
          {task.state === "Running" ? <RunningStop /> : null}
        </ol>
      )}
    </Panel>
  );
}

/** A mark on the line, with what stands beside it. */
function OnLine({ dot, mark, children }: { dot: string; mark: ReactNode; children: ReactNode }) {
  return (
    <li className="group relative flex gap-3 pb-3 last:pb-0">
      <span aria-hidden className="absolute top-6 bottom-0 left-[9px] w-0.5 bg-line group-last:hidden" />
      <span
        className={join(
          "mt-0.5 inline-flex size-5 shrink-0 items-center justify-center rounded-full border-2",
          dot,
        )}
      >
        {mark}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">{children}</div>
    </li>
  );
}

/** A step is kept once it has ended, so what is being done now has no name yet. */
function RunningStop() {
  return (
    <OnLine dot="border-moving-solid bg-moving-soft" mark={null}>
      <p className="font-medium text-moving">A worker is at the next step.</p>
    </OnLine>
  );
}

/** A step that has failed is red where the task was given up in it: others the task has made up for, or will try again. */
function Stop({
  task,
  stop: { step, title, kind, status },
}: {
  readonly task: TaskView;
  readonly stop: StepStop;
}) {
  const isStuck = (task.state === "Dead" || task.state === "Paused") && task.error?.step === step.name;
  const look = LOOKS[isStuck && status === "failed" ? "ended" : status];
  const words = stepWords(step);
  const tookMs =
    step.finishedAt === null ? undefined : Date.parse(step.finishedAt) - Date.parse(step.startedAt);
  return (
    <OnLine dot={look.dot} mark={<look.icon aria-hidden size={12} strokeWidth={3} />}>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere font-medium" dir="auto">
          {title}
        </span>{" "}
        <span className="text-muted text-sm">
          {title === kind ? null : `${kind}, `}
          {look.word}
          {words === "" ? null : `, ${words}`}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-2 text-muted text-sm">
        <Time at={step.startedAt} />
        {tookMs === undefined ? null : <span>took {duration(tookMs)}</span>}
        {step.finishedAt === null && step.until ? (
          <span>
            ends <Time at={step.until} />
          </span>
        ) : null}
      </p>
      {step.error === null ? null : (
        <p className={join("wrap-anywhere text-sm", isStuck && "text-person")} dir="auto">
          {step.error}
        </p>
      )}
      <StepOutput taskId={task.id} step={step} />
    </OnLine>
  );
}

/** What it has returned; a long output is read once it is asked for. */
function StepOutput({ taskId, step }: { taskId: string; step: TaskStepView }) {
  if (step.isCut) return <LongOutput taskId={taskId} name={step.name} />;
  const value = step.kind === "event" && Array.isArray(step.output) ? step.output[0] : step.output;
  if (step.finishedAt === null || step.error !== null || value === null || value === undefined) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted">
        {step.kind === "event" ? "Payload" : "Output"}
      </summary>
      <JsonView value={value} what={`output of ${step.name}`} />
    </details>
  );
}

function LongOutput({ taskId, name }: { taskId: string; name: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const { data, error, refetch } = useQuery({ ...taskStepQuery(taskId, name), enabled: isAsked });
  if (error)
    return <ErrorNote error={error} what="Could not read the output." onRetry={() => void refetch()} />;
  if (data) return <JsonView value={data.output} what={`output of ${name}`} />;
  return (
    <Button
      size="small"
      className="justify-self-start"
      aria-label={`Read the output of ${name}`}
      disabled={isAsked}
      onClick={() => setIsAsked(true)}
    >
      Read the output
    </Button>
  );
}
