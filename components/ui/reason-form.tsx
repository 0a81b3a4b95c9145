"use client";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { useAct } from "../queries/use-act.ts";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";
import { isReason, ReasonField } from "./reason-field.tsx";

export type ReasonFormProps<Answer> = {
  /** On the button that does it. */
  readonly verb: ReactNode;
  /** Something is lost by it. */
  readonly danger?: boolean;
  /** Where the reason is kept, and who reads it. */
  readonly hint?: string;
  /** Fields before the reason. */
  readonly children?: ReactNode;
  /** What stands after the reason that was written so far. */
  readonly after?: ReactNode | ((reason: string) => ReactNode);
  /** Whether those fields are filled in. */
  readonly isReady?: boolean;
  /** What stands beside the buttons. */
  readonly aside?: ReactNode;
  readonly act: (reason: string) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
};

/**
 * The form of a dialog that asks why, and then does it. It stays, and says why, when the act is refused. Everything shown
 * is read again before `onDone`, so that a dialog which closes then knows whether its button is still there for the focus.
 */
export function ReasonForm<Answer>(props: ReasonFormProps<Answer> & { readonly onCancel: () => void }) {
  const { verb, danger = false, children, after, isReady = true, aside, act, onDone, onCancel } = props;
  const { hint = "Kept with your name in the history and the audit." } = props;
  const [reason, setReason] = useState("");
  const change = useAct(() => act(reason.trim()), onDone);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {children}
      <ReasonField value={reason} onChange={setReason} hint={hint} />
      {typeof after === "function" ? after(reason.trim()) : after}
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {aside}
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind={danger ? "danger" : "filled"}
          type="submit"
          disabled={change.isPending || !isReady || !isReason(reason)}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
