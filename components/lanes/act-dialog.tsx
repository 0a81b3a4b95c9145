"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { RESOLUTIONS, type Resolution } from "../../core/contracts/lane-requests.ts";
import { actOnLane, laneQuery } from "../queries/lanes.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField, TextArea } from "../ui/field.tsx";
import { type Act, type ActOn, actionOf, actWords } from "./act-words.model.ts";

type Props = {
  readonly act: Act;
  readonly on: ActOn;
  /** Told what was done, in a sentence. */
  readonly onDone: (said: string) => void;
  readonly small?: boolean;
};

/** A button for one act on a lane or a batch of it, and the dialog that asks for the reason. */
export function ActDialog({ act, on, onDone, small = false }: Props) {
  const [open, setOpen] = useState(false);
  const words = actWords(act, on);
  return (
    <>
      <Button
        size={small ? "small" : "normal"}
        {...(on.batch ? { "aria-label": `${words.button}: ${on.batch.name}` } : {})}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={words.title} description={words.description}>
        <ActForm
          act={act}
          on={on}
          onCancel={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            onDone(words.done);
          }}
        />
      </Dialog>
    </>
  );
}

type FormProps = Pick<Props, "act" | "on"> & { readonly onCancel: () => void; readonly onDone: () => void };

function ActForm({ act, on, onCancel, onDone }: FormProps) {
  const { serviceId, batch } = on;
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const [as, setAs] = useState<Resolution>();
  const change = useMutation({
    mutationFn: () => actOnLane(serviceId, actionOf(act, reason.trim(), batch?.id, as)),
    onSuccess: (lane) => {
      client.setQueryData(laneQuery(serviceId).queryKey, lane);
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
      {act === "resolve" ? <Outcome value={as} onChange={setAs} /> : null}
      <TextArea
        label="Reason"
        hint="Kept with your name in the audit."
        required
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind={act === "skip" ? "danger" : "filled"}
          type="submit"
          disabled={change.isPending || reason.trim() === "" || (act === "resolve" && as === undefined)}
        >
          {actWords(act, on).verb}
        </Button>
      </div>
    </form>
  );
}

type OutcomeProps = {
  readonly value: Resolution | undefined;
  readonly onChange: (as: Resolution | undefined) => void;
};

/** Nothing is chosen at first, since it cannot be undone. */
function Outcome({ value, onChange }: OutcomeProps) {
  return (
    <SelectField
      label="How it ended"
      required
      value={value ?? ""}
      onChange={(event) => onChange(RESOLUTIONS.find((as) => as === event.target.value))}
    >
      <option value="" disabled>
        Choose
      </option>
      <option value="Committed">Committed: the ledger applied it</option>
      <option value="Invalid">Invalid: the ledger did not and will not apply it</option>
    </SelectField>
  );
}
