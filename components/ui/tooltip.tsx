"use client";
import { Tooltip as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/** Explains its child on hover and focus. The child must be able to take focus. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 rounded-md border border-line bg-raised px-2.5 py-1.5 text-sm text-ink shadow-float"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Holds the delay all tooltips share. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Radix.Provider delayDuration={250}>{children}</Radix.Provider>;
}
