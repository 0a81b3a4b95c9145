"use client";
import { useState } from "react";
import type { IncidentView } from "../../core/contracts/incident-views.ts";
import type { OverviewView } from "../../core/contracts/overview-views.ts";
import { counted } from "../display/amount.model.ts";
import { Empty } from "../ui/empty.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { IncidentRow } from "./incident-row.tsx";
import { NeedRow } from "./need-row.tsx";
import { needLook } from "./need-way.model.ts";

type Props = { readonly overview: Pick<OverviewView, "needs" | "incidents"> };

/** Jobs that an operator made fail: somebody has seen to them already. */
const FORCED = "forced";

/** What waits for a person: a list that empties. */
export function NeedsPanel({ overview: { needs, incidents } }: Props) {
  const [said, setSaid] = useState("");
  const open = incidents.items.filter(({ silence, code }) => silence === null && code !== FORCED);
  const forced = incidents.items.filter(({ silence, code }) => silence === null && code === FORCED);
  const silenced = incidents.items.filter(({ silence }) => silence !== null);
  return (
    <Panel title="Needs a person">
      <p role="status" aria-label="What was done" className="mb-2 text-done empty:hidden">
        {said}
      </p>
      {needs.length + open.length === 0 ? (
        <Empty title="Nothing needs you">
          Failed jobs, alarms, long holds, findings and what could not be delivered appear here.
        </Empty>
      ) : (
        <ul className="rounded-md border border-line bg-surface">
          {needs.map((need) => {
            const { family, way } = needLook(need);
            return (
              <NeedRow
                key={`${need.kind} ${need.subject}`}
                family={family}
                message={need.message}
                since={need.since}
                actions={way ? <TextLink href={way.href}>{way.words}</TextLink> : null}
              />
            );
          })}
          {open.map((incident) => (
            <IncidentRow key={incident.cause} incident={incident} onSaid={setSaid} />
          ))}
        </ul>
      )}
      {incidents.isMore ? (
        <p className="mt-2 text-muted text-sm">
          There are more causes than are listed. The others appear as the jobs of these are resumed or
          deleted.
        </p>
      ) : null}
      <Folded words={counted(silenced.length, "silenced incident")} incidents={silenced} onSaid={setSaid} />
      <Folded words="Stopped by an operator" incidents={forced} onSaid={setSaid} />
    </Panel>
  );
}

type FoldedProps = {
  readonly words: string;
  readonly incidents: readonly IncidentView[];
  readonly onSaid: (said: string) => void;
};

/** Incidents that need nobody now. */
function Folded({ words, incidents, onSaid }: FoldedProps) {
  if (incidents.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="w-fit cursor-pointer text-muted">{words}</summary>
      <ul className="mt-2 rounded-md border border-line bg-surface">
        {incidents.map((incident) => (
          <IncidentRow key={incident.cause} incident={incident} onSaid={onSaid} />
        ))}
      </ul>
    </details>
  );
}
