"use client";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { join } from "./join.ts";

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** A modal dialog. Focus goes in when it opens and back to where it was when it closes. */
export function Dialog({ open, onOpenChange, title, description, wide = false, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(20_20_18/45%)]" />
        <Radix.Content
          {...(description ? {} : { "aria-describedby": undefined })}
          className={join(
            "fixed top-[8vh] left-1/2 z-50 max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 overflow-y-auto rounded-md border border-line bg-raised p-5 shadow-float",
            wide ? "max-w-2xl" : "max-w-md",
          )}
        >
          <div className="mb-3 flex items-start justify-between gap-3">
            <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
            <Radix.Close asChild>
              <Button kind="quiet" size="icon" aria-label="Close" className="-m-1.5">
                <X aria-hidden size={16} />
              </Button>
            </Radix.Close>
          </div>
          {description ? (
            <Radix.Description asChild>
              <div className="mb-4 text-muted">{description}</div>
            </Radix.Description>
          ) : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
