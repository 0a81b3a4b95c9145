"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TaskStepView, TaskView } from "../../core/contracts/task-views.ts";
import { hasTaskEnded } from "../../core/task/states.ts";
import { shortId } from "../display/amount.model.ts";
import { Sentence } from "../display/sentence.tsx";
import { Time } from "../display/time.tsx";
import { taskQuery, taskStepsQuery } from "../queries/tasks.ts";
import { TaskBadge } from "../state/state-badge.tsx";
import { TASK_LOOKS } from "../state/task.model.ts";
import { Mono } from "../ui/mono.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { JsonView } from "./json-view.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { TaskMoves } from "./task-moves.tsx";
import { TaskSteps } from "./task-steps.tsx";
import { taskWait } from "./task-words.model.ts";

const NO_STEPS: readonly TaskStepView[] = [];

/** One task: what it waits for, what it has done, what it was given and returned, and its history. */
export function TaskPage({ id }: { id: string }) {
  const { data: task, error, refetch } = useQuery(taskQuery(id));
  const { data: steps = NO_STEPS, error: stepsError, refetch: readSteps } = useQuery(taskStepsQuery(id));
  const [said, setSaid] = useState("");
  const retry = () => void refetch();
  if (!task) {
    if (!error) return <RowsSkeleton label="Loading the task" />;
    return <ReadError what="The task" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <TaskHead task={task} steps={steps} onDone={setSaid} />
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-6">
          <ReadError what="The task" error={error} kept onRetry={retry} />
          <WaitNote task={task} steps={steps} />
          <WhatWentWrong task={task} />
          <ReadError
            what="The steps"
            error={stepsError}
            kept={steps !== NO_STEPS}
            onRetry={() => void readSteps()}
          />
          <TaskSteps task={task} steps={steps} />
          <Panel title="Input">
            <JsonView value={task.input} what="input" />
          </Panel>
          {task.state === "Succeeded" ? (
            <Panel title="Output">
              <JsonView value={task.output} what="output" />
            </Panel>
          ) : null}
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <TaskFacts task={task} />
          <TaskMoves moves={task.moves} />
        </div>
      </div>
    </>
  );
}

type HeadProps = {
  readonly task: TaskView;
  readonly steps: readonly TaskStepView[];
  readonly onDone: (said: string) => void;
};

function TaskHead({ task, steps, onDone }: HeadProps) {
  return (
    <PageHead
      title={task.name}
      beside={<TaskBadge state={task.state} live />}
      below={
        <>
          <Mono text={task.id} what="task id" />
          {task.stateAt === task.createdAt ? null : (
            <span>
              {TASK_LOOKS[task.state].word} {hasTaskEnded(task.state) ? null : "since "}
              <Time at={task.stateAt} />
            </span>
          )}
          <span>
            Accepted <Time at={task.createdAt} />, by {task.submitter}
          </span>
        </>
      }
      actions={<TaskActions task={task} steps={steps} onDone={onDone} />}
    />
  );
}

/** What it waits for, and who ends that; red when a person has to. Those before it in its lane are named. */
function WaitNote({ task, steps }: Omit<HeadProps, "onDone">) {
  const wait = taskWait(task, steps);
  if (!wait) return null;
  const named = task.ahead?.first ?? [];
  return (
    <Notice kind={wait.isPersons ? "error" : "info"} title={<Sentence pieces={wait.words} />}>
      {named.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {named.map(({ id, state }) => (
            <li key={id} className="inline-flex items-center gap-1.5">
              <TextLink href={`/tasks/${id}`}>{shortId(id)}</TextLink>
              <TaskBadge state={state} inRow />
            </li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
}

function WhatWentWrong({ task: { error, state } }: { task: TaskView }) {
  if (!error || state === "Succeeded" || state === "Cancelled") return null;
  const isStuck = state === "Dead" || state === "Paused";
  return (
    <Panel title={isStuck ? "What went wrong" : "The last failure"}>
      <Notice kind={isStuck ? "error" : "warning"} title={error.message}>
        <p>
          {error.step === undefined ? "Outside of a step." : <>In the step “{error.step}”.</>}{" "}
          <code className="font-mono text-muted text-xs">{error.code}</code>
        </p>
      </Notice>
    </Panel>
  );
}
