"use client";
import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { type SyntheticEvent, useState } from "react";
import type { TaskKindView } from "../../core/contracts/task-views.ts";
import { readIdempotencyKey } from "../../core/task/idempotency-key.ts";
import { judgeInput } from "../../core/task/judge-input.ts";
import { counted } from "../display/amount.model.ts";
import { startTask } from "../queries/tasks.ts";
import { newKey } from "../queries/upload.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { ProblemList } from "../ui/problem-list.tsx";
import { useForm } from "../ui/use-form.ts";
import { jsonText, readJsonDraft, skeletonOf } from "./json-draft.model.ts";

/** Starts a task by hand, and opens its page. */
export function StartDialog({ kind }: { kind: TaskKindView }) {
  return (
    <ButtonDialog
      kind="outline"
      button={
        <>
          <Play aria-hidden size={16} />
          Start
        </>
      }
      label={`Start ${kind.name}`}
      title={`Start ${kind.name}`}
      description={kind.description ?? undefined}
    >
      {(close) => <StartForm kind={kind} onClose={close} />}
    </ButtonDialog>
  );
}

const WRONG_KEY = "A key has 1 to 255 printable characters.";

function StartForm({ kind, onClose }: { kind: TaskKindView; onClose: () => void }) {
  const router = useRouter();
  const [first] = useState(() => ({ input: jsonText(skeletonOf(kind.schema)), key: newKey() }));
  const { draft, set, onBlur, shown } = useForm(first);
  const input = readJsonDraft(draft.input);
  const problems = input.fault === undefined ? judgeInput(kind.schema, input.value) : [];
  const keyFault = readIdempotencyKey(JSON.stringify(draft.key)) === undefined ? WRONG_KEY : undefined;
  const start = useAct(
    () =>
      startTask({
        name: kind.name,
        input: input.fault === undefined ? input.value : null,
        idempotencyKey: draft.key,
      }),
    ({ id }) => {
      onClose();
      router.push(`/tasks/${id}`);
    },
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    start.mutate();
  };
  return (
    <form onSubmit={submit} onBlur={onBlur} noValidate className="grid gap-3">
      <TextArea
        label="Input"
        name="input"
        hint={
          kind.schema === null
            ? "JSON. Only a worker can judge it: a wrong input makes the task dead."
            : "JSON, as the schema on this page has it."
        }
        className="min-h-40 font-mono text-sm"
        spellCheck={false}
        value={draft.input}
        error={shown("input", input.fault)}
        onChange={({ target }) => set({ input: target.value })}
      />
      <TextField
        label="Idempotency-Key"
        name="key"
        hint="With the same key and input, a repeat starts nothing new and opens the same task."
        autoComplete="off"
        className="font-mono text-sm"
        value={draft.key}
        error={shown("key", keyFault)}
        onChange={({ target }) => set({ key: target.value })}
      />
      <div role="status" aria-label="Problems">
        {problems.length === 0 ? null : (
          <Notice
            kind="warning"
            title={`Fix ${counted(problems.length, "problem")} before starting the task`}
          >
            <ProblemList problems={problems} />
          </Notice>
        )}
      </div>
      {start.isError ? <ErrorNote error={start.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="filled"
          type="submit"
          disabled={
            start.isPending || input.fault !== undefined || problems.length > 0 || keyFault !== undefined
          }
        >
          Start the task
        </Button>
      </div>
    </form>
  );
}
