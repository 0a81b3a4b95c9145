"use client";
import { useState } from "react";
import type { BulkAct, BulkDone, JobsAsk } from "../queries/jobs.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { BulkForm } from "./bulk-form.tsx";
import { BulkResult } from "./bulk-result.tsx";
import { BULK_WORDS } from "./bulk-words.model.ts";

type Props = {
  readonly act: BulkAct;
  readonly ask: JobsAsk;
  readonly button: string;
  /** Whether there is something to do. Once there is not, the dialog stays open with the result. */
  readonly isOffered?: boolean;
  /** It is the page's main action just now. */
  readonly isMain?: boolean;
  /** Called when it was done and the dialog is closed. */
  readonly onClosed?: () => void;
};

/** A button for an act on many jobs, and its dialog: what will change, why, and what came of it. */
export function BulkDialog({ act, ask, button, isOffered = true, isMain = false, onClosed }: Props) {
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState<BulkDone>();
  const close = () => {
    setOpen(false);
    if (result) onClosed?.();
    setResult(undefined);
  };
  const { verb, lost } = BULK_WORDS[act];
  return (
    <>
      {isOffered ? (
        <Button
          kind={act === "delete" ? "danger" : isMain ? "filled" : "outline"}
          onClick={() => setOpen(true)}
        >
          {button}
        </Button>
      ) : null}
      <Dialog
        wide
        open={open}
        onOpenChange={(to) => (to ? setOpen(true) : close())}
        title={`${verb} jobs`}
        description={lost}
      >
        {result ? (
          <BulkResult act={act} result={result} onClose={close} />
        ) : (
          <BulkForm act={act} ask={ask} onCancel={close} onDone={setResult} />
        )}
      </Dialog>
    </>
  );
}
