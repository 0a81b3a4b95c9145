import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { ErrorNote } from "./error-note.tsx";
import { isReason, ReasonField } from "./reason-field.tsx";

type Props = {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  /** Why it was refused; null: it was not. */
  readonly error: Error | null;
  readonly isReady: boolean;
  /** On the button. */
  readonly children: ReactNode;
};

/** The end of a form of settings: why they are changed, and the button that does it. */
export function ReasonedSave({ reason, onReason, error, isReady, children }: Props) {
  return (
    <div className="mt-4 grid gap-4">
      <ReasonField value={reason} onChange={onReason} />
      {error ? <ErrorNote error={error} /> : null}
      <Button
        kind="filled"
        type="submit"
        className="justify-self-end"
        disabled={!isReady || !isReason(reason)}
      >
        {children}
      </Button>
    </div>
  );
}
