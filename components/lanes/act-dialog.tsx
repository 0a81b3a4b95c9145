"use client";
import { useId, useState } from "react";
import { RESOLUTIONS, type Resolution } from "../../core/contracts/lane-requests.ts";
import type { Sentence as Pieces } from "../../core/contracts/sentence.ts";
import { Sentence } from "../display/sentence.tsx";
import { actOnLane } from "../queries/lanes.ts";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { SelectField } from "../ui/field.tsx";
import { ReasonForm } from "../ui/reason-form.tsx";
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
  const words = actWords(act, on);
  return (
    <ButtonDialog
      button={words.button}
      label={on.batch && `${words.button}: ${on.batch.name}`}
      small={small}
      title={words.title}
      description={words.description}
    >
      {(close) => (
        <ActForm
          act={act}
          on={on}
          onCancel={close}
          onDone={() => {
            close();
            onDone(words.done);
          }}
        />
      )}
    </ButtonDialog>
  );
}

type FormProps = Pick<Props, "act" | "on"> & { readonly onCancel: () => void; readonly onDone: () => void };

function ActForm({ act, on, onCancel, onDone }: FormProps) {
  const { serviceId, batch } = on;
  const [as, setAs] = useState<Resolution>();
  const [isKnown, setKnown] = useState(false);
  const risk = act === "skip" ? batch?.mayStillApply : null;
  const isMissing = (act === "resolve" && as === undefined) || (Boolean(risk) && !isKnown);
  return (
    <ReasonForm
      verb={actWords(act, on).verb}
      danger={act === "skip"}
      hint="Kept with your name in the audit."
      after={risk ? <Risk pieces={risk} isKnown={isKnown} onChange={setKnown} /> : null}
      isReady={!isMissing}
      act={(reason) => actOnLane(serviceId, actionOf(act, reason, { batchId: batch?.id, as, isKnown }))}
      onCancel={onCancel}
      onDone={onDone}
    >
      {act === "resolve" ? <Outcome value={as} onChange={setAs} /> : null}
    </ReasonForm>
  );
}

type RiskProps = {
  readonly pieces: Pieces;
  readonly isKnown: boolean;
  readonly onChange: (isKnown: boolean) => void;
};

/** What may happen if the batch is skipped, and a box for who knows it. */
function Risk({ pieces, isKnown, onChange }: RiskProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <p id={id}>
        <Sentence pieces={pieces} />
      </p>
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
