"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { BY_HAND } from "../../core/check/kinds.ts";
import type { FindingView, KindView } from "../../core/contracts/check-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { useZone } from "../display/clock.tsx";
import { Time } from "../display/time.tsx";
import { findingsQuery, repairKind } from "../queries/checks.ts";
import { Mono } from "../ui/mono.tsx";
import { Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { factsLine } from "./check-words.model.ts";

type Props = { readonly checkId: string; readonly kind: KindView; readonly hasEnded: boolean };

/** What a check found of one kind, and its repair. */
export function KindPanel({ checkId, kind, hasEnded }: Props) {
  const { left, asked, what, repair, name } = kind;
  const { data: page, error, refetch } = useQuery(findingsQuery(checkId, kind.kind, left));
  const [said, setSaid] = useState("");
  const open = left - asked;
  return (
    <Panel
      title={`${name} (${count(kind.found)})`}
      aside={
        hasEnded && repair !== null && open > 0 ? (
          <RepairAll checkId={checkId} kind={kind} open={open} onDone={setSaid} />
        ) : null
      }
    >
      <p className="max-w-prose">{what}</p>
      <p className="mb-2 max-w-prose text-muted">{repair === null ? BY_HAND : `Repair: ${repair}`}</p>
      <p role="status" aria-label={`What was done: ${name}`} className="mb-2 text-done empty:hidden">
        {doneOf(kind, said)}
      </p>
      <ReadError what="The findings" error={error} kept={page !== undefined} onRetry={() => void refetch()} />
      {page ? (
        <ul className="rounded-md border border-line bg-surface">
          {page.items.map((finding) => (
            <Finding key={finding.id} finding={finding} />
          ))}
        </ul>
      ) : null}
      {page && page.next !== null ? (
        <p className="mt-1 text-muted text-sm">
          The first {count(page.items.length)} of {count(kind.found)} are shown; the repair covers all of
          them.
        </p>
      ) : null}
    </Panel>
  );
}

/** What is being done; what was asked for is over once nothing is left. */
function doneOf({ asked, left }: KindView, said: string): string {
  if (asked > 0) return `${counted(asked, "finding is", "findings are")} being repaired.`;
  return left === 0 && said !== "" ? "All are repaired." : said;
}

type RepairProps = {
  readonly checkId: string;
  readonly kind: KindView;
  readonly open: number;
  readonly onDone: (said: string) => void;
};

function RepairAll({ checkId, kind: { kind, name, repair, isSafe }, open, onDone }: RepairProps) {
  const loses = isSafe ? "" : " What is removed from the inventory stays removed.";
  return (
    <ReasonDialog
      button="Repair all of this kind"
      label={`Repair all of this kind: ${name}`}
      danger={!isSafe}
      isMain
      title={`Repair ${counted(open, "finding", "findings")}`}
      description={`${repair} A worker rechecks each one first and skips any that no longer apply.${loses}`}
      verb={`Repair ${counted(open, "finding", "findings")}`}
      hint="Kept with your name in the audit."
      act={(reason) => repairKind(checkId, kind, reason)}
      onDone={({ asked }) => onDone(`${counted(asked, "repair", "repairs")} requested.`)}
    />
  );
}

function Finding({
  finding: { subject, facts, isAsked, repairedAt, repairedBy, repair },
}: {
  finding: FindingView;
}) {
  const zone = useZone();
  return (
    <li className="wrap-anywhere grid gap-0.5 border-line border-b px-3 py-2 last:border-b-0">
      <Mono text={subject} what="subject" />
      <span className="text-muted text-sm" dir="auto">
        {factsLine(facts, zone)}
      </span>
      {repair ? (
        <span className={repairedAt ? "text-done text-sm" : "text-person text-sm"}>
          {repair}{" "}
          {repairedAt ? (
            <>
              {repairedBy}, <Time at={repairedAt} />
            </>
          ) : null}
        </span>
      ) : null}
      {isAsked ? <span className="text-muted text-sm">Being repaired for {repairedBy}</span> : null}
    </li>
  );
}
