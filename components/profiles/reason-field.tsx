import { TextArea } from "../ui/field.tsx";

/** Least letters of a reason. */
export const REASON_LEAST = 3;

/** Why something is done; kept in the audit. */
export function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <TextArea
      label="Reason"
      hint="Kept with your name in the audit, with the settings before and after."
      required
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
