"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
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
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { SelectField, TextArea } from "../ui/field.tsx";
import { REASON_LEAST } from "../ui/reason-dialog.tsx";
import { BulkRefusals } from "./bulk-refusals.tsx";
import { BULK_WORDS, bulkButton, bulkCurl } from "./bulk-words.model.ts";

type Props = {
  readonly act: BulkAct;
  readonly ask: JobsAsk;
  readonly onCancel: () => void;
  readonly onDone: (result: BulkDone) => void;
};

/** Asks for stage and reason, after the server has told what would happen. */
export function BulkForm({ act, ask, onCancel, onDone }: Props) {
  const client = useQueryClient();
  const [at, setAt] = useState<ResumeState>();
  const [reason, setReason] = useState("");
  const [soFar, setSoFar] = useState(0);
  const body = { ...ask, ...(at && { at }) };
  const preview = useQuery(bulkPreviewQuery(act, body));
  const run = useMutation({
    mutationFn: () => runBulk(act, { ...body, reason: reason.trim() }, setSoFar),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries(),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    run.mutate();
  };
  const jobs = preview.data?.done ?? 0;
  const isReady = jobs > 0 && reason.trim().length >= REASON_LEAST && !run.isPending;
  return (
    <form onSubmit={submit} className="grid gap-3">
      {act === "requeue" ? <StageField at={at} onChange={setAt} /> : null}
      <TextArea
        label="Reason"
        hint="Kept with your name in the history of each job and in the audit."
        required
        minLength={REASON_LEAST}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Preview act={act} preview={preview.data} error={preview.error} />
      <details className="text-sm">
        <summary className="w-fit text-muted">The same by the API</summary>
        <pre className="mt-1 overflow-x-auto rounded-md bg-sunken p-2 font-mono text-xs">
          {bulkCurl(window.location.origin, bulkAddress(act), { ...body, reason: reason.trim() || "…" })}
        </pre>
      </details>
      {run.isError ? <ErrorNote error={run.error} /> : null}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="text-muted text-sm">
          {run.isPending ? `${count(soFar)} done so far` : ""}
        </span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind={act === "delete" ? "danger" : "filled"} type="submit" disabled={!isReady}>
          {preview.data?.more
            ? `${BULK_WORDS[act].verb} more than ${count(jobs)} jobs`
            : bulkButton(act, jobs)}
        </Button>
      </div>
    </form>
  );
}

function StageField({ at, onChange }: { at: ResumeState | undefined; onChange: (at?: ResumeState) => void }) {
  return (
    <SelectField
      label="Go on at"
      value={at ?? ""}
      onChange={(event) => onChange(RESUME_STATES.find((state) => state === event.target.value))}
    >
      <option value="">The stage after the last that succeeded</option>
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
  if (error) return <ErrorNote error={error} what="What would happen could not be found out." />;
  if (!preview) return <p className="text-muted">Looking at the jobs</p>;
  if (preview.done === 0 && preview.refused.length === 0)
    return <p>There is no such job that can be {BULK_WORDS[act].past}.</p>;
  return <BulkRefusals title="Will be refused" refused={preview.refused} />;
}
