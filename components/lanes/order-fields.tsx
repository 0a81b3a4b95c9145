import type { LaneBackend } from "../../core/lane/backends.ts";
import { SelectField, TextField } from "../ui/field.tsx";
import type { SetUp } from "./set-up.model.ts";

type Props = {
  readonly backend: LaneBackend;
  readonly setUp: SetUp;
  readonly onChange: (changes: Partial<SetUp>) => void;
  readonly widthError: string | undefined;
};

/** In what order a lane's batches go, when one may begin, and what follows when a ledger refuses one. */
export function OrderFields({ backend, setUp, onChange, widthError }: Props) {
  const { ordering, width, startsWhen, afterInvalid } = setUp;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <SelectField
        label="Order"
        value={ordering}
        hint={
          ordering === "serial"
            ? "A batch goes when the one before it has ended."
            : "Batches do not wait for each other."
        }
        onChange={(event) =>
          onChange({ ordering: event.target.value === "unordered" ? "unordered" : "serial" })
        }
      >
        <option value="serial">Serial: one at a time, in order</option>
        <option value="unordered">Unordered: several at a time</option>
      </SelectField>
      {ordering === "unordered" ? (
        <TextField
          name="width"
          label="Width"
          hint="The most batches in flight at once."
          inputMode="numeric"
          required
          maxLength={3}
          value={width}
          error={widthError}
          onChange={(event) => onChange({ width: event.target.value })}
        />
      ) : null}
      <SelectField
        label="A batch may begin"
        value={startsWhen}
        hint={
          startsWhen === "accepted"
            ? "It gets its position in the order meanwhile."
            : "A moment later: a receipt is then given for whatever is begun."
        }
        onChange={(event) =>
          onChange({ startsWhen: event.target.value === "positioned" ? "positioned" : "accepted" })
        }
      >
        <option value="accepted">Once it is accepted</option>
        <option value="positioned">Once it has its position</option>
      </SelectField>
      {backend === "repository" ? null : (
        <SelectField
          label="After a refusal"
          value={afterInvalid}
          hint="When the ledger finds a batch invalid or rejects it."
          onChange={(event) =>
            onChange({ afterInvalid: event.target.value === "halt" ? "halt" : "continue" })
          }
        >
          <option value="continue">Go on with the next batch</option>
          <option value="halt">Halt until someone resumes the lane</option>
        </SelectField>
      )}
    </div>
  );
}
