import { REASON_LEAST, REASON_MOST } from "../../core/reason.ts";
import { TextArea } from "./field.tsx";

type Props = {
  readonly value: string;
  readonly onChange: (reason: string) => void;
  /** Where it is kept, and who reads it. */
  readonly hint?: string | undefined;
};

/** Why something is done. */
export function ReasonField({
  value,
  onChange,
  hint = "Kept with your name in the audit, with the settings before and after.",
}: Props) {
  return (
    <TextArea
      label="Reason"
      hint={hint}
      required
      minLength={REASON_LEAST}
      maxLength={REASON_MOST}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Whether it is long enough. */
export function isReason(text: string): boolean {
  return text.trim().length >= REASON_LEAST;
}
