"use client";
import { useState } from "react";
import type { IncidentView } from "../../core/contracts/incident-views.ts";
import { silenceIncident } from "../queries/overview.ts";
import { SelectField } from "../ui/field.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { incidentSentence } from "./incident-words.model.ts";

const HOUR_MS = 3_600_000;
/** For how long; it ends earlier when the incident is over. */
const PERIODS = [
  { words: "1 hour", hours: 1 },
  { words: "1 day", hours: 24 },
  { words: "7 days", hours: 168 },
  { words: "30 days", hours: 720 },
] as const;

type Props = { readonly incident: IncidentView; readonly onSaid: (said: string) => void };

/** Takes an incident off the list for a time, or puts it back. */
export function SilenceDialog({ incident, onSaid }: Props) {
  const [hours, setHours] = useState(24);
  const { cause, silence } = incident;
  const label = incidentSentence(incident);
  if (silence)
    return (
      <ReasonDialog
        button="End silence"
        label={`End silence: ${label}`}
        small
        title="End the silence of this incident"
        description="It is listed again as needing a person."
        verb="End silence"
        hint="Kept with your name in the audit."
        act={(reason) => silenceIncident(cause, { reason, until: null })}
        onDone={() => onSaid("The incident is listed again.")}
      />
    );
  return (
    <ReasonDialog
      button="Silence"
      label={`Silence: ${label}`}
      small
      title="Silence this incident"
      description="It is listed below, under silenced incidents. Its jobs stay as they are. The silence ends at its time, or when these jobs are no longer failed."
      verb="Silence incident"
      hint="Shown to everybody who sees the incident, and kept with your name in the audit."
      act={(reason) =>
        silenceIncident(cause, { reason, until: new Date(Date.now() + hours * HOUR_MS).toISOString() })
      }
      onDone={() => onSaid("The incident is silenced.")}
    >
      <SelectField label="For" value={hours} onChange={(event) => setHours(Number(event.target.value))}>
        {PERIODS.map((period) => (
          <option key={period.hours} value={period.hours}>
            {period.words}
          </option>
        ))}
      </SelectField>
    </ReasonDialog>
  );
}
