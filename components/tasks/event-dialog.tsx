"use client";
import { Send } from "lucide-react";
import type { SyntheticEvent } from "react";
import { whyNoEventName } from "../../core/task/event-name.ts";
import { sendTaskEvent } from "../queries/tasks.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea, TextField } from "../ui/field.tsx";
import { useForm } from "../ui/use-form.ts";
import { readJsonDraft } from "./json-draft.model.ts";

type Props = {
  readonly taskId: string;
  /** The event it waits for now; "": none. */
  readonly awaited: string;
  readonly isMain: boolean;
  readonly onDone: (said: string) => void;
};

/** Sends an event to a task, also one that it does not wait for yet. */
export function EventDialog({ taskId, awaited, isMain, onDone }: Props) {
  return (
    <ButtonDialog
      kind={isMain ? "filled" : "outline"}
      button={
        <>
          <Send aria-hidden size={16} />
          Send event
        </>
      }
      title="Send an event"
      description="One of each name is kept for a task, also if it does not wait for it yet. It cannot be taken back."
    >
      {(close) => <EventForm taskId={taskId} awaited={awaited} onClose={close} onDone={onDone} />}
    </ButtonDialog>
  );
}

type FormProps = Omit<Props, "isMain"> & { readonly onClose: () => void };

function EventForm({ taskId, awaited, onClose, onDone }: FormProps) {
  const { draft, set, onBlur, shown } = useForm({ event: awaited, payload: "null" });
  const nameFault = whyNoEventName(draft.event);
  const payload = readJsonDraft(draft.payload);
  const send = useAct(
    () => sendTaskEvent(taskId, draft.event, payload.fault === undefined ? payload.value : null),
    () => {
      onClose();
      onDone(`The event “${draft.event}” was sent.`);
    },
  );
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form onSubmit={submit} onBlur={onBlur} noValidate className="grid gap-3">
      <TextField
        label="Event"
        name="event"
        autoComplete="off"
        value={draft.event}
        error={shown("event", nameFault)}
        onChange={({ target }) => set({ event: target.value })}
      />
      <TextArea
        label="Payload"
        name="payload"
        hint="JSON; what the task gets of waiting for it."
        className="min-h-24 font-mono text-sm"
        spellCheck={false}
        value={draft.payload}
        error={shown("payload", payload.fault)}
        onChange={({ target }) => set({ payload: target.value })}
      />
      {send.isError ? <ErrorNote error={send.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="filled"
          type="submit"
          disabled={send.isPending || nameFault !== undefined || payload.fault !== undefined}
        >
          Send the event
        </Button>
      </div>
    </form>
  );
}
