import type { ReactNode } from "react";
import type { LaneBatchView, LaneView } from "../../core/contracts/lane-views.ts";
import { counted } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { StateBadge } from "../state/state-badge.tsx";
import { Mono } from "../ui/mono.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { ActDialog } from "./act-dialog.tsx";
import { standingLook } from "./standing-look.model.ts";

type Props = {
  readonly batch: LaneBatchView;
  readonly lane: Pick<LaneView, "serviceId" | "backend">;
  readonly onDone: (said: string) => void;
};

function batchName({ title, filename }: Pick<LaneBatchView, "title" | "filename">): string {
  return title || filename;
}

/** A batch in flight: how it stands, since when, what its ledger said last, and what can be done. */
export function OpenBatch({ batch, lane, onDone }: Props) {
  return (
    <li className="grid gap-2 rounded-md border border-line bg-surface p-3">
      <BatchLine batch={batch} />
      <Times batch={batch} />
      {batch.message ? (
        <blockquote className="wrap-anywhere border-line-strong border-l-2 pl-2" dir="auto">
          {batch.message}
        </blockquote>
      ) : null}
      {batch.ledgerId ? <Mono text={batch.ledgerId} what="id at the ledger" className="text-xs" /> : null}
      <BatchActs batch={batch} lane={lane} onDone={onDone} />
    </li>
  );
}

/** One line: its place and name, and beside it its badge or what is given; below it where there is no room. */
export function BatchLine({ batch, beside }: { batch: LaneBatchView; beside?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
      <span className="wrap-anywhere min-w-0 max-w-full">
        <span className="text-muted text-sm tabular-nums">{batch.laneSeq}</span>{" "}
        <TextLink href={`/batches/${batch.id}`}>
          <bdi>{batchName(batch)}</bdi>
        </TextLink>
      </span>
      {beside ?? <StateBadge look={standingLook(batch)} inRow />}
    </div>
  );
}

function Times({ batch }: { batch: LaneBatchView }) {
  const {
    tries,
    forgottenCount,
    forgottenAt,
    effectUntil,
    retryAt,
    delayedUntil,
    acceptedAt,
    validSince,
    nextCheckAt,
    unknownSince,
    call,
    createdAt,
  } = batch;
  const rows: readonly (readonly [string, string | null | undefined])[] = [
    ["Deposited", createdAt],
    ["Call begun", call?.begunAt],
    ["Accepted by the ledger", acceptedAt],
    ["Found valid", validSince],
    ["Unknown", unknownSince],
    ["Last forgotten", forgottenAt],
    ["May still arrive until", effectUntil],
    ["Next try", retryAt],
    ["Delayed until", delayedUntil],
    ["Question due", nextCheckAt],
  ];
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
      {tries > 0 ? (
        <div className="flex gap-1">
          <dt className="sr-only">Tries</dt>
          <dd>{counted(tries, "try", "tries")}</dd>
        </div>
      ) : null}
      {forgottenCount > 0 ? (
        <div className="flex gap-1">
          <dt className="text-muted">Forgotten by the ledger</dt>
          <dd>{counted(forgottenCount, "time", "times")}</dd>
        </div>
      ) : null}
      {rows.map(([name, at]) =>
        at ? (
          <div key={name} className="flex gap-1">
            <dt className="text-muted">{name}</dt>
            <dd>
              <Time at={at} />
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

const BATCH_ACTS = ["ask", "resend", "resolve", "skip"] as const;

/** What can be done about a batch now. */
export function BatchActs({ batch, lane: { serviceId, backend }, onDone }: Props) {
  const acts = BATCH_ACTS.filter((act) => batch.may[act]);
  if (acts.length === 0) return null;
  const { id, mayStillApplyPieces: mayStillApply } = batch;
  const on = { serviceId, backend, batch: { id, name: batchName(batch), mayStillApply } };
  return (
    <div className="flex flex-wrap gap-1.5" data-print="no">
      {acts.map((act) => (
        <ActDialog key={act} act={act} on={on} onDone={onDone} small />
      ))}
    </div>
  );
}
