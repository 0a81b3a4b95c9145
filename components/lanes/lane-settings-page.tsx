"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import type { LaneChoices, LaneView } from "../../core/contracts/lane-views.ts";
import { laneQuery } from "../queries/lanes.ts";
import { Button } from "../ui/button.tsx";
import { KeptBase } from "../ui/kept-base.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { laneAddress } from "./lane-address.ts";
import { LaneSettingsForm } from "./lane-settings-form.tsx";

type Props = { readonly serviceId: string; readonly choices: LaneChoices };

const revisionOf = ({ revision }: LaneView) => revision;

/** Changes a lane's order and settings. */
export function LaneSettingsPage({ serviceId, choices }: Props) {
  const { data: lane, error, refetch } = useQuery(laneQuery(serviceId));
  const [said, setSaid] = useState("");
  const retry = () => void refetch();
  if (!lane) {
    if (!error) return <RowsSkeleton label="Loading the lane" />;
    return <ReadError what="The lane" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <PageHead
        title={`Settings of ${serviceId}`}
        below={<span>{lane.ledger ? `${lane.backend}, connection ${lane.ledger}` : lane.backend}</span>}
        actions={
          <Button asChild>
            <Link href={laneAddress(serviceId)}>Back to the lane</Link>
          </Button>
        }
      />
      <ReadError what="The lane" error={error} kept onRetry={retry} />
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <KeptBase
        thing={lane}
        versionOf={revisionOf}
        stale="Someone else has changed these settings in the meantime."
        discard="Show the new ones and discard mine"
      >
        {(base, isStale, onChanged) => (
          <LaneSettingsForm
            key={base.revision}
            lane={base}
            choices={choices}
            isStale={isStale}
            onDone={(changed, words) => {
              setSaid(words);
              onChanged(changed);
            }}
          />
        )}
      </KeptBase>
    </>
  );
}
