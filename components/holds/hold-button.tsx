"use client";
import type { ReactNode } from "react";
import { ButtonDialog } from "../ui/button-dialog.tsx";
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
  const { verb, ...button } = words;
  return (
    <ButtonDialog {...button} small={small}>
      {(close) => <HoldForm verb={verb} mayEnd={mayEnd} act={act} onClose={close} />}
    </ButtonDialog>
  );
}
