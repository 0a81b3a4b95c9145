"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { ErrorNote } from "./error-note.tsx";
import { TextArea } from "./field.tsx";

export const REASON_LEAST = 3;

type Props = {
  readonly button: ReactNode;
  readonly title: string;
  /** What happens, and what is lost. */
  readonly description: ReactNode;
  readonly verb: string;
  readonly danger?: boolean;
  /** Fields before the reason. */
  readonly children?: ReactNode;
  /** Whether those fields are filled in. */
  readonly isReady?: boolean;
  readonly act: (reason: string) => Promise<unknown>;
  readonly onDone: () => void;
};

/** A button for an act that needs a reason, and the dialog that asks for it. */
export function ReasonDialog(props: Props) {
  const [open, setOpen] = useState(false);
  const { button, title, description, danger = false } = props;
  return (
    <>
      <Button kind={danger ? "danger" : "outline"} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <ReasonForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ReasonForm(props: Props & { readonly onClose: () => void }) {
  const { verb, danger = false, children, isReady = true, act, onDone, onClose } = props;
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const change = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: () => {
      onClose();
      onDone();
    },
    onSettled: () => client.invalidateQueries(),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-3">
      {children}
      <TextArea
        label="Reason"
        hint="Kept with your name in the history and the audit."
        required
        minLength={REASON_LEAST}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={danger ? "danger" : "filled"}
          type="submit"
          disabled={change.isPending || !isReady || reason.trim().length < REASON_LEAST}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
