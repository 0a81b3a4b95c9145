"use client";
import { createColumnHelper } from "@tanstack/react-table";
import type { AttemptView, LaneView } from "../../core/contracts/lane-views.ts";
import { shortId } from "../display/amount.model.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { StateBadge } from "../state/state-badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Panel } from "../ui/panel.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { attemptLook } from "./attempt-look.model.ts";

const column = createColumnHelper<Features, AttemptView>();
const idOf = (attempt: AttemptView) => attempt.id;

const batch = column.display({
  id: "batch",
  header: "Batch",
  cell: ({ row: { original: attempt } }) => (
    <div className="min-w-28">
      <RowLink href={`/batches/${attempt.batchId}`}>{shortId(attempt.batchId)}</RowLink>
      <span className="block whitespace-nowrap text-muted text-sm">
        <Time at={attempt.begunAt} />
      </span>
      <span className="md:hidden">
        <StateBadge look={attemptLook(attempt.outcome)} inRow />
      </span>
    </div>
  ),
});
const outcome = column.display({
  id: "outcome",
  header: "Outcome",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: attempt } }) => <StateBadge look={attemptLook(attempt.outcome)} inRow />,
});
const answer = column.display({
  id: "answer",
  header: "Answer",
  meta: { className: WIDE_ONLY },
  cell: ({ row: { original: attempt } }) => (
    <div className="wrap-anywhere min-w-20">
      {attempt.httpStatus === null ? <span className="text-muted">none</span> : `HTTP ${attempt.httpStatus}`}
      {attempt.ledgerCode ? (
        <code className="block font-mono text-muted text-xs">{attempt.ledgerCode}</code>
      ) : null}
    </div>
  ),
});
const words = column.display({
  id: "words",
  header: "The ledger's words",
  meta: { className: "w-1/2" },
  cell: ({ row: { original: attempt } }) => <Words attempt={attempt} />,
});
const took = column.display({
  id: "took",
  header: "Took",
  meta: { className: `${WIDE_ONLY} whitespace-nowrap text-right tabular-nums` },
  cell: ({ row: { original: attempt } }) =>
    attempt.durationMs === null ? null : duration(attempt.durationMs),
});
const instance = column.display({
  id: "instance",
  header: "By, fence",
  meta: { className: VERY_WIDE_ONLY },
  cell: ({ row: { original: attempt } }) => (
    <span className="whitespace-nowrap text-muted text-sm" title={attempt.instance}>
      <code className="font-mono">{shortId(attempt.instance)}</code>, {attempt.fence}
    </span>
  ),
});

function Words({ attempt }: { attempt: AttemptView }) {
  const { message, lateAnswer, httpStatus, ledgerCode } = attempt;
  const brief = [httpStatus === null ? "" : `HTTP ${httpStatus}`, ledgerCode ? `code ${ledgerCode}` : ""];
  return (
    <div className="wrap-anywhere min-w-32">
      <p dir="auto">{message || <span className="text-muted">nothing</span>}</p>
      <p className="text-muted text-sm md:hidden">{brief.filter(Boolean).join(", ")}</p>
      {lateAnswer ? (
        <p className="text-muted text-sm" dir="auto">
          Too late, changed nothing: {attemptLook(lateAnswer.outcome).word.toLowerCase()}
          {lateAnswer.message ? `, ${lateAnswer.message}` : ""}
        </p>
      ) : null}
    </div>
  );
}

const COLUMNS: Columns<AttemptView> = column.columns([batch, outcome, answer, words, took, instance]);

/** The last tries to hand batches of a lane over, newest first, in the ledger's own words. */
export function LaneAttempts({ lane: { attempts, backend } }: { lane: LaneView }) {
  return (
    <Panel
      title="Attempts"
      aside={attempts.length > 0 ? <span className="text-muted">the last {attempts.length}</span> : null}
    >
      {attempts.length > 0 ? (
        <DataTable caption="Attempts, newest first" columns={COLUMNS} rows={attempts} idOf={idOf} />
      ) : (
        <Empty title="No attempts yet.">
          One appears here each time a batch is handed to{" "}
          {backend === "repository" ? "the repository" : "the ledger"}.
        </Empty>
      )}
    </Panel>
  );
}
