"use client";
import { createColumnHelper } from "@tanstack/react-table";
import type { AttemptView, LaneView } from "../../core/contracts/lane-views.ts";
import { shortId } from "../display/amount.model.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { StateBadge } from "../state/state-badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { Panel } from "../ui/panel.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { Unfold } from "../ui/unfold.tsx";
import { attemptLook } from "./attempt-look.model.ts";

const column = createColumnHelper<Features, AttemptView>();
const idOf = (attempt: AttemptView) => attempt.id;

const batch = column.display({
  id: "batch",
  header: "Batch",
  cell: ({ row: { original: attempt } }) => (
    <div className="min-w-28">
      <RowLink href={`/batches/${attempt.batchId}`}>{shortId(attempt.batchId)}</RowLink>
      <span className="hidden whitespace-nowrap text-muted text-sm md:block">
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
  cell: ({ row: { original: attempt } }) => (
    <div className="min-w-40 max-w-60">
      <Outcome attempt={attempt} />
    </div>
  ),
});
const words = column.display({
  id: "words",
  header: "Ledger's answer",
  meta: { className: "w-2/3" },
  cell: ({ row: { original: attempt } }) => <Words attempt={attempt} />,
});

/** How it ended, by what answer, and how long that took. */
function Outcome({
  attempt: { outcome: ended, httpStatus, ledgerCode, durationMs },
}: {
  attempt: AttemptView;
}) {
  const answer = [
    ...(httpStatus === null ? [] : [`HTTP ${httpStatus}`]),
    ...(ledgerCode ? [`code ${ledgerCode}`] : []),
    ...(durationMs === null ? [] : [duration(durationMs)]),
  ];
  return (
    <>
      <StateBadge look={attemptLook(ended)} inRow />
      <OneLine text={answer.join(", ")} className="text-muted text-sm tabular-nums" />
    </>
  );
}

/** What the ledger said, also too late, and which worker had asked it. */
function Words({ attempt: { message, lateAnswer, instance, fence } }: { attempt: AttemptView }) {
  const by = (
    <span className="text-muted text-xs">
      fence {fence}, by <code className="font-mono">{instance}</code>
    </span>
  );
  return (
    <Unfold
      className="min-w-32 max-w-2xl"
      first={message || <span className="text-muted">nothing</span>}
      second={lateAnswer ? <Late answer={lateAnswer} /> : by}
    >
      {lateAnswer ? <p className="wrap-anywhere">{by}</p> : null}
    </Unfold>
  );
}

function Late({ answer: { outcome: late, message } }: { answer: NonNullable<AttemptView["lateAnswer"]> }) {
  return (
    <span className="text-muted text-sm">
      Too late, changed nothing: {attemptLook(late).word.toLowerCase()}
      {message ? `, ${message}` : ""}
    </span>
  );
}

const COLUMNS: Columns<AttemptView> = column.columns([batch, outcome, words]);

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
