"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { RESUME_STATES, type ResumeState } from "../../core/job/states.ts";
import { count } from "../display/amount.model.ts";
import {
  type BulkAct,
  type BulkDone,
  bulkAddress,
  bulkPreviewQuery,
  type JobsAsk,
  runBulk,
} from "../queries/jobs.ts";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField } from "../ui/field.tsx";
import { ReasonForm } from "../ui/reason-form.tsx";
import { BulkRefusals } from "./bulk-refusals.tsx";
import { BULK_WORDS, bulkButton, bulkCurl } from "./bulk-words.model.ts";

type Props = {
  readonly act: BulkAct;
  readonly ask: JobsAsk;
  readonly onCancel: () => void;
  readonly onDone: (result: BulkDone) => void;
};

/** Asks for stage and reason, after the server has said what would happen. */
export function BulkForm({ act, ask, onCancel, onDone }: Props) {
  const [at, setAt] = useState<ResumeState>();
  /** How many are done while it runs. */
  const [soFar, setSoFar] = useState<number>();
  const body = { ...ask, ...(at && { at }) };
  const preview = useQuery(bulkPreviewQuery(act, body));
  const jobs = preview.data?.done ?? 0;
  const run = async (reason: string) => {
    setSoFar(0);
    // at once: what is read again then would tell this form that there is nothing left to do
    onDone(await runBulk(act, { ...body, reason }, setSoFar).finally(() => setSoFar(undefined)));
  };
  return (
    <ReasonForm
      verb={
        preview.data?.more ? `${BULK_WORDS[act].verb} more than ${count(jobs)} jobs` : bulkButton(act, jobs)
      }
      danger={act === "delete"}
      hint="Kept with your name in the history of each job and in the audit."
      after={(reason) => (
        <>
          <Preview act={act} preview={preview.data} error={preview.error} />
          <ByApi act={act} body={{ ...body, reason: reason || "…" }} />
        </>
      )}
      aside={
        <span role="status" className="text-muted text-sm">
          {soFar === undefined ? "" : `${count(soFar)} done so far`}
        </span>
      }
      isReady={jobs > 0}
      act={run}
      onCancel={onCancel}
      onDone={() => undefined}
    >
      {act === "requeue" ? <StageField at={at} onChange={setAt} /> : null}
    </ReasonForm>
  );
}

function ByApi({ act, body }: { act: BulkAct; body: object }) {
  return (
    <details className="text-sm">
      <summary className="w-fit text-muted">The same request through the API</summary>
      <pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-xs">
        {bulkCurl(window.location.origin, bulkAddress(act), body)}
      </pre>
    </details>
  );
}

function StageField({ at, onChange }: { at: ResumeState | undefined; onChange: (at?: ResumeState) => void }) {
  return (
    <SelectField
      label="Resume at"
      value={at ?? ""}
      onChange={(event) => onChange(RESUME_STATES.find((state) => state === event.target.value))}
    >
      <option value="">The stage after the last successful one</option>
      {RESUME_STATES.map((state) => (
        <option key={state} value={state}>
          {state}
        </option>
      ))}
    </SelectField>
  );
}

function Preview({
  act,
  preview,
  error,
}: {
  act: BulkAct;
  preview: BulkDone | undefined;
  error: Error | null;
}) {
  if (error) return <ErrorNote error={error} what="Could not preview the result." />;
  if (!preview) return <p className="text-muted">Checking the jobs</p>;
  if (preview.done === 0 && preview.refused.length === 0)
    return <p>None of these jobs can be {BULK_WORDS[act].past}.</p>;
  return <BulkRefusals title="Will be refused" refused={preview.refused} />;
}
