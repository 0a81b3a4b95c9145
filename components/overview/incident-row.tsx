"use client";
import { useState } from "react";
import type { IncidentView } from "../../core/contracts/incident-views.ts";
import { count } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { resumeIncident } from "../queries/overview.ts";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { incidentJobs, incidentRate, incidentSentence, resumedSentence } from "./incident-words.model.ts";
import { NeedRow } from "./need-row.tsx";
import { SilenceDialog } from "./silence-dialog.tsx";

type Props = { readonly incident: IncidentView; readonly onSaid: (said: string) => void };

/** Jobs that failed with one cause, and what can be done about all of them. */
export function IncidentRow({ incident, onSaid }: Props) {
  const { code, since, first, last, silence } = incident;
  return (
    <NeedRow
      family="person"
      message={incidentSentence(incident)}
      since={since}
      facts={<>, {incidentRate(incident)}</>}
      actions={
        <>
          <ResumeDialog incident={incident} onSaid={onSaid} />
          <SilenceDialog incident={incident} onSaid={onSaid} />
        </>
      }
    >
      <p className="mt-1 line-clamp-2 text-sm" dir="auto">
        {last.message}
      </p>
      <p className="mt-1 text-muted text-sm">
        <code className="font-mono text-xs">{code}</code>
        {", "}
        <TextLink href={`/jobs/${encodeURIComponent(first.id)}`}>first job</TextLink>
        {first.id === last.id ? null : (
          <>
            {", "}
            <TextLink href={`/jobs/${encodeURIComponent(last.id)}`}>latest job</TextLink> (
            <Time at={last.at} />)
          </>
        )}
      </p>
      {silence ? (
        <p className="mt-1 text-muted text-sm" dir="auto">
          Silenced by {silence.by}, until <Time at={silence.until} /> at the latest: {silence.reason}
        </p>
      ) : null}
    </NeedRow>
  );
}

function ResumeDialog({ incident, onSaid }: Props) {
  const [soFar, setSoFar] = useState<number>();
  const jobs = incidentJobs(incident);
  return (
    <ReasonDialog
      button={`Resume ${jobs}`}
      label={`Resume ${jobs}: ${incidentSentence(incident)}`}
      small
      title={`Resume ${jobs}`}
      description="Each goes on where it stopped, and files that were verified are not fetched again. If the cause is still there, they fail again."
      verb={`Resume ${jobs}`}
      hint="Kept with your name in the history of each job and in the audit."
      aside={
        <span role="status" className="text-muted text-sm">
          {soFar === undefined ? "" : `${count(soFar)} resumed so far`}
        </span>
      }
      act={(reason) => resumeIncident(incident.cause, reason, setSoFar).finally(() => setSoFar(undefined))}
      onDone={(done) => onSaid(resumedSentence(done))}
    />
  );
}
