"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useId, useState } from "react";
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
  const [isKnown, setKnown] = useState(false);
  const risk = act === "skip" ? batch?.mayStillApply : null;
  const isMissing = (act === "resolve" && as === undefined) || (Boolean(risk) && !isKnown);
  const change = useMutation({
    mutationFn: () => actOnLane(serviceId, actionOf(act, reason.trim(), { batchId: batch?.id, as, isKnown })),
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
      {risk ? <Risk sentence={risk} isKnown={isKnown} onChange={setKnown} /> : null}
      {change.isError ? <ErrorNote error={change.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          kind={act === "skip" ? "danger" : "filled"}
          type="submit"
          disabled={change.isPending || reason.trim() === "" || isMissing}
        >
          {actWords(act, on).verb}
        </Button>
      </div>
    </form>
  );
}

type RiskProps = {
  readonly sentence: string;
  readonly isKnown: boolean;
  readonly onChange: (isKnown: boolean) => void;
};

/** What may happen if the batch is skipped, and a box for who knows it. */
function Risk({ sentence, isKnown, onChange }: RiskProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <p id={id}>{sentence}</p>
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 accent-accent"
          aria-describedby={id}
          checked={isKnown}
          onChange={(event) => onChange(event.target.checked)}
        />
        Skip it even if it may still be applied
      </label>
    </div>
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
