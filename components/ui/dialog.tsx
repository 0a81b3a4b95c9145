"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef } from "react";
import { Button } from "./button.tsx";
import { focusTitle } from "./focus-title.ts";
import { join } from "./join.ts";

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** Back to where the person was; when that is gone, to the page's title. */
function focusAgain(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus();
  else focusTitle();
}

/** A form's first field has focus, so that one can write at once; a dialog without one leaves it to Radix. */
function focusForm(event: Event): void {
  const dialog = event.currentTarget;
  const field =
    dialog instanceof HTMLElement ? dialog.querySelector("form input, form textarea, form select") : null;
  if (!(field instanceof HTMLElement)) return;
  event.preventDefault();
  field.focus();
}

/** A modal dialog. Focus goes in when it opens and back to where it was when it closes. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: Props) {
  const before = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(20_20_18/45%)]" />
        <Radix.Content
          onOpenAutoFocus={(event) => {
            before.current = document.activeElement;
            focusForm(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusAgain(before.current);
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
          className={join(
            "fixed top-[8vh] left-1/2 z-50 max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 overflow-y-auto rounded-md border border-line bg-raised p-5 shadow-float",
            wide ? "max-w-2xl" : "max-w-md",
          )}
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Radix.Title className="wrap-anywhere min-w-0 font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close" className="-m-1.5">
                <X aria-hidden size={16} />
              </Button>
            </Radix.Close>
          </div>
          {description ? (
            <Radix.Description asChild>
              <div className="wrap-anywhere mb-4 text-muted">{description}</div>
            </Radix.Description>
          ) : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
