"use client";
import { Trash2 } from "lucide-react";
import Link from "next/link";
import type { BatchView } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { useViewer } from "../frame/viewer.tsx";
import { BulkDialog } from "../jobs/bulk-dialog.tsx";
import { PriorityDialog } from "../jobs/priority-dialog.tsx";
import { deleteBatch, setBatchPriority } from "../queries/batches.ts";
import { Button } from "../ui/button.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { CancelDeposit } from "./cancel-deposit.tsx";

/** It failed before it had a job: only another deposit fixes that. */
function isUnreadable({ state, jobs, kind }: BatchView): boolean {
  return state === "Failed" && kind !== "LedgerBatch" && Object.values(jobs).every((count) => count === 0);
}

/** What can be done to a batch and all its jobs, for those who may; first what fixes it. */
export function BatchActions({ batch, onDone }: { batch: BatchView; onDone: (said: string) => void }) {
  const { id, may, jobs } = batch;
  const viewer = useViewer();
  const failed = jobs.Failed ?? 0;
  const dropped = failed + (jobs.Held ?? 0);
  return (
    <>
      <BulkDialog
        act="requeue"
        ask={{ filter: { state: "Failed", batch: id } }}
        button={failed === 1 ? "Run the failed job again" : `Run all ${counted(failed, "failed job")} again`}
        isOffered={may.resume}
        isMain
      />
      {viewer.may.deposit && isUnreadable(batch) ? (
        <Button kind="filled" asChild>
          <Link href={`/deposit?collection=${encodeURIComponent(batch.collection)}`}>Deposit it again</Link>
        </Button>
      ) : null}
      {may.cancel ? <CancelDeposit id={id} onDone={() => onDone("The deposit is cancelled.")} /> : null}
      {may.setPriority ? (
        <PriorityDialog
          title="Change the priority of this batch"
          description="It applies to all its jobs that have not ended. The batch keeps its place in its lane."
          set={(priority, reason) => setBatchPriority({ id, priority, reason })}
          onDone={onDone}
        />
      ) : null}
      {may.delete ? (
        <ReasonDialog
          button={
            <>
              <Trash2 aria-hidden size={16} />
              Delete batch
            </>
          }
          title="Delete this batch"
          description={
            dropped > 0
              ? `This cannot be undone. ${counted(dropped, "job")} that failed or are held are deleted with it, and the deposited file is removed. Objects that are stored stay, and so does the history.`
              : "This cannot be undone. The deposited file is removed and its lane goes on without it. Objects that are stored stay, and so does the history."
          }
          verb="Delete the batch"
          danger
          act={(reason) => deleteBatch({ id, reason })}
          onDone={() => onDone("The batch is deleted.")}
        />
      ) : null}
    </>
  );
}
