"use client";
import { X } from "lucide-react";
import { cancelBatch } from "../queries/batches.ts";
import { useAct } from "../queries/use-act.ts";
import { Button } from "../ui/button.tsx";
import { ButtonDialog } from "../ui/button-dialog.tsx";
import { ErrorNote } from "../ui/error-note.tsx";

/** Takes back a deposit that waits for its turn, after one question. */
export function CancelDeposit({ id, onDone }: { id: string; onDone: () => void }) {
  return (
    <ButtonDialog
      button={
        <>
          <X aria-hidden size={16} />
          Cancel deposit
        </>
      }
      kind="outline"
      title="Cancel this deposit"
      description="It has not begun. Its file is removed, and nothing of it is stored. To deposit it later, upload it again."
    >
      {(close) => (
        <CancelForm
          id={id}
          onKeep={close}
          onDone={() => {
            close();
            onDone();
          }}
        />
      )}
    </ButtonDialog>
  );
}

function CancelForm({ id, onKeep, onDone }: { id: string; onKeep: () => void; onDone: () => void }) {
  const cancel = useAct(() => cancelBatch(id), onDone);
  return (
    <div className="grid gap-3">
      {cancel.isError ? <ErrorNote error={cancel.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <Button onClick={onKeep}>Keep it</Button>
        <Button kind="danger" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
          Cancel the deposit
        </Button>
      </div>
    </div>
  );
}
