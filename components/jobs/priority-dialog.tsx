"use client";
import { useState } from "react";
import { PRIORITY } from "../../core/job/priority.ts";
import { TextField } from "../ui/field.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { readPriority } from "./priority.model.ts";

type Props = {
  readonly title: string;
  readonly description: string;
  /** The number now; none where jobs differ. */
  readonly now?: number;
  readonly set: (priority: number, reason: string) => Promise<unknown>;
  readonly onDone: (said: string) => void;
};

/** Asks for another priority and why. */
export function PriorityDialog({ title, description, now, set, onDone }: Props) {
  const [text, setText] = useState("");
  const read = readPriority(text);
  const [priority, error] = typeof read === "number" ? [read, undefined] : [undefined, read];
  const isReady = priority !== undefined && priority !== now;
  return (
    <ReasonDialog
      button="Change priority"
      title={title}
      description={description}
      verb={priority === undefined ? "Set the priority" : `Set the priority to ${priority}`}
      isReady={isReady}
      act={(reason) => set(priority ?? PRIORITY.last, reason)}
      onDone={() => {
        onDone(`Priority set to ${priority}.`);
        setText("");
      }}
    >
      <TextField
        label="Priority"
        hint={`0 goes first, ${PRIORITY.last} last; each point counts as 10 seconds of waiting.${now === undefined ? "" : ` Now ${now}.`}`}
        inputMode="numeric"
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error}
      />
    </ReasonDialog>
  );
}
