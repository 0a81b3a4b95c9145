"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BatchView } from "../../core/contracts/views.ts";
import { Sentence } from "../display/sentence.tsx";
import { Time } from "../display/time.tsx";
import { useViewer } from "../frame/viewer.tsx";
import { useLive } from "../live/live-provider.tsx";
import { batchQuery } from "../queries/batches.ts";
import { BatchBadge } from "../state/state-badge.tsx";
import { Timeline } from "../timeline/timeline.tsx";
import { Mono } from "../ui/mono.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { BatchActions } from "./batch-actions.tsx";
import { BatchFacts } from "./batch-facts.tsx";
import { BatchFaults } from "./batch-faults.tsx";
import { BatchHold } from "./batch-hold.tsx";
import { BatchJobs } from "./batch-jobs.tsx";
import { BatchProgress } from "./batch-progress.tsx";
import { BatchReports } from "./batch-reports.tsx";
import { BatchStandstill } from "./batch-standstill.tsx";
import { BatchWarnings } from "./batch-warnings.tsx";
import { UpdateReportButton } from "./update-report-button.tsx";

/** One batch: where it is, how far, what went wrong, its jobs, reports and history. The depositor's status page. */
export function BatchPage({ id }: { id: string }) {
  const { status } = useLive();
  const { data: batch, error, refetch } = useQuery(batchQuery(id, status.kind !== "paused"));
  const { may } = useViewer();
  const [said, setSaid] = useState("");
  const retry = () => void refetch();
  if (!batch) {
    if (!error) return <RowsSkeleton label="Loading the batch" />;
    return <ReadError what="The batch" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <BatchHead batch={batch} onDone={setSaid} />
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <ReadError what="The batch" error={error} kept onRetry={retry} />
      <p role="status" aria-label="Where it is" className="mb-6 max-w-4xl text-balance text-2xl" dir="auto">
        <Sentence pieces={batch.whereIsItPieces} />
      </p>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-6">
          <BatchStandstill batch={batch} onDone={setSaid} />
          <BatchProgress batch={batch} />
          <BatchFaults batch={batch} />
          <BatchWarnings batch={batch} />
          <BatchJobs batch={batch} />
          <BatchReports batch={batch} mayReadMail={may["read-mail"]} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <BatchFacts batch={batch} />
          <Timeline filter={{ batch: batch.id }} />
        </div>
      </div>
    </>
  );
}

function BatchHead({ batch, onDone }: { batch: BatchView; onDone: (said: string) => void }) {
  return (
    <PageHead
      title={batch.title || batch.filename}
      beside={<BatchBadge batch={batch} live />}
      below={
        <>
          <Mono text={batch.id} what="batch id" />
          <span>
            {batch.collectionName}, by {batch.submitter}
          </span>
          <Time at={batch.createdAt} />
        </>
      }
      actions={
        <>
          <BatchHold batch={batch} />
          <BatchActions batch={batch} onDone={onDone} />
          <UpdateReportButton batchId={batch.id} may={batch.may.updateReport} />
        </>
      }
    />
  );
}
