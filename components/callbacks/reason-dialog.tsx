"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SyntheticEvent, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { TextArea } from "../ui/field.tsx";

const REASON_LEAST = 3;

type Props<Answer> = {
  readonly button: string;
  /** For screen readers where several buttons say the same. */
  readonly label?: string;
  readonly kind?: "filled" | "danger";
  readonly small?: boolean;
  readonly title: string;
  readonly description: string;
  readonly verb: string;
  /** Fields above the reason. */
  readonly children?: ReactNode;
  readonly act: (reason: string) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
};

/** A button for an act that needs a reason, and the dialog that asks for it. */
export function ReasonDialog<Answer>(props: Props<Answer>) {
  const { button, label, kind, small = false, title, description } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={small ? "small" : "normal"}
        {...(kind === "filled" ? { kind } : {})}
        {...(label ? { "aria-label": label } : {})}
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <ReasonForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function ReasonForm<Answer>({
  kind = "filled",
  verb,
  children,
  act,
  onDone,
  onClose,
}: Props<Answer> & { readonly onClose: () => void }) {
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const change = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: (answer) => {
      onClose();
      onDone(answer);
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
        hint="Kept with your name in the audit."
        required
        minLength={REASON_LEAST}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind={kind} type="submit" disabled={change.isPending || reason.trim().length < REASON_LEAST}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
