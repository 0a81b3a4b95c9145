"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { checkQuery, checksQuery, runCheck } from "../queries/checks.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { CheckHistory } from "./check-history.tsx";
import { CheckRun } from "./check-run.tsx";

/** Whether storage, inventory and rows agree: the newest check or the one chosen, and those before it. */
export function CheckPage() {
  const { data: checks, error, refetch } = useQuery(checksQuery());
  const chosen = useUrlFilter().value("run");
  const shown = checks?.find(({ id }) => id === chosen)?.id ?? chosen ?? checks?.[0]?.id;
  // of the one shown more is known, while its findings are being repaired
  const { data: now } = useQuery({ ...checkQuery(shown ?? ""), enabled: shown !== undefined });
  const history = checks?.map((check) => (check.id === now?.id ? now : check)) ?? [];
  return (
    <>
      <PageHead title="Checks" below={<AtIntervals />} actions={<RunButtons />} />
      <ReadError what="The checks" error={error} kept={checks !== undefined} onRetry={() => void refetch()} />
      <div className="grid gap-8">
        {shown === undefined ? (
          <Empty title="No check yet.">
            A check compares storage with the inventory and with the records of batches and jobs. It changes
            nothing; its findings appear here, each with its repair.
          </Empty>
        ) : (
          <CheckRun key={shown} id={shown} />
        )}
        {history.length > 0 ? <CheckHistory checks={history} shown={shown} /> : null}
      </div>
    </>
  );
}

/** What is read and copied by schedules is elsewhere. */
function AtIntervals() {
  return (
    <span>
      Scheduled work is among the tasks: <TextLink href="/tasks?name=waybill.fixity">fixity</TextLink> and{" "}
      <TextLink href="/tasks?name=waybill.copies">copies</TextLink>.
    </span>
  );
}

function RunButtons() {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const run = useMutation({
    mutationFn: runCheck,
    onSuccess: () => setSaid("Check requested."),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <div className="grid gap-1 sm:justify-items-end">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={run.isPending}
          title="Reads all stored bytes and compares them with their digests. This takes a long time."
          onClick={() => run.mutate(true)}
        >
          Run a deep check
        </Button>
        <Button kind="filled" disabled={run.isPending} onClick={() => run.mutate(false)}>
          Run a check
        </Button>
      </div>
      <p role="status" aria-label="What was done" className="text-done empty:hidden">
        {said}
      </p>
      {run.isError ? <ErrorNote error={run.error} /> : null}
    </div>
  );
}
