"use client";
import { type ComponentProps, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export type ButtonDialogProps = Pick<ComponentProps<typeof Button>, "kind"> & {
  readonly button: ReactNode;
  /** For screen readers where several buttons say the same. */
  readonly label?: string | undefined;
  readonly small?: boolean | undefined;
  readonly title: string;
  /** What happens, and what is lost. */
  readonly description?: ReactNode;
};

type Props = ButtonDialogProps & {
  /** What is in the dialog, made anew each time it opens. */
  readonly children: (close: () => void) => ReactNode;
};

/** A button and the dialog it opens. */
export function ButtonDialog({ kind, button, label, small = false, title, description, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        kind={kind}
        size={small ? "small" : "normal"}
        {...(label ? { "aria-label": label } : {})}
        onClick={() => setOpen(true)}
      >
        {button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        {children(() => setOpen(false))}
      </Dialog>
    </>
  );
}
