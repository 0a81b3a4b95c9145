"use client";
import { RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import type { TaskRetryRequest } from "../../core/contracts/task-requests.ts";
import type { TaskView } from "../../core/contracts/task-views.ts";
import { retryTask } from "../queries/tasks.ts";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ReasonForm } from "../ui/reason-form.tsx";

type From = TaskRetryRequest["from"];
type Props = { readonly task: TaskView; readonly onDone: (said: string) => void };

/** Has a dead or paused task tried again: from where, and why. */
export function RetryDialog({ task, onDone }: Props) {
  return (
    <ButtonDialog
      kind="filled"
      button={
        <>
          <RotateCcw aria-hidden size={16} />
          Retry task
        </>
      }
      title={`Retry ${task.name}`}
      description="It gets all its tries anew. In a lane it waits for its turn."
    >
      {(close) => <RetryForm task={task} onClose={close} onDone={onDone} />}
    </ButtonDialog>
  );
}

function RetryForm({ task, onClose, onDone }: Props & { readonly onClose: () => void }) {
  const [from, setFrom] = useState<From>("last-step");
  return (
    <ReasonForm
      verb="Retry the task"
      hint="Kept with your name in its timeline and in the audit."
      act={(reason) => retryTask(task.id, { from, reason })}
      onCancel={onClose}
      onDone={() => {
        onClose();
        onDone(from === "start" ? "The task begins again." : "The task goes on.");
      }}
    >
      <FromChoice from={from} lastStep={task.lastStep} onChange={setFrom} />
    </ReasonForm>
  );
}

type ChoiceProps = {
  readonly from: From;
  readonly lastStep: string | null;
  readonly onChange: (from: From) => void;
};

function FromChoice({ from, lastStep, onChange }: ChoiceProps) {
  const choices = [
    {
      value: "last-step",
      words:
        lastStep === null ? "From the last step (none is kept)" : `From the last step, after “${lastStep}”`,
      does: "What its steps have returned is kept and not done again. It waits anew for an event that did not come in time.",
    },
    {
      value: "start",
      words: "From the start",
      does: "What it has done, and the events it was sent, are forgotten. Everything is done again, with all its effects.",
    },
  ] as const;
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium">Where it goes on</legend>
      {choices.map(({ value, words, does }) => (
        <label key={value} className="flex items-start gap-2">
          <input
            type="radio"
            name={name}
            className="mt-[3px] size-4 shrink-0 accent-accent"
            checked={from === value}
            onChange={() => onChange(value)}
          />
          <span className="wrap-anywhere min-w-0">
            {words}
            <span className="block text-muted text-sm">{does}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
