"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type HoldAsk, HoldForm } from "./hold-form.tsx";

/** What a hold, or its end, is called: the button, the dialog it opens, and the button that does it. */
export type HoldWords = {
  readonly button: string;
  readonly label?: string;
  readonly title: string;
  readonly description: ReactNode;
  readonly verb: string;
};

type Props = {
  readonly words: HoldWords;
  /** A hold may be given an end; releasing has none. */
  readonly mayEnd: boolean;
  readonly act: (ask: HoldAsk) => Promise<unknown>;
  readonly small?: boolean;
};

/** A button that holds something or releases its hold, by a dialog that asks why. Everything shown is read again then. */
export function HoldButton({ words, mayEnd, act, small = false }: Props) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  return (
    <>
      <Button
        size={small ? "small" : "normal"}
        {...(words.label ? { "aria-label": words.label } : {})}
        onClick={() => setOpen(true)}
      >
        {words.button}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={words.title} description={words.description}>
        <HoldForm
          verb={words.verb}
          mayEnd={mayEnd}
          act={async (ask) => {
            await act(ask);
            await client.invalidateQueries();
          }}
          onClose={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
