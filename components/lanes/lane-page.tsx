"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { DEPTH_MOST, type LaneView } from "../../core/contracts/lane-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { useLive } from "../live/live-provider.tsx";
import { laneQuery } from "../queries/lanes.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { LaneActions } from "./lane-actions.tsx";
import { laneSettingsAddress } from "./lane-address.ts";
import { AlarmNotice } from "./lane-alarm.tsx";
import { LaneAttempts } from "./lane-attempts.tsx";
import { LaneFacts, LaneInstances } from "./lane-facts.tsx";
import { LaneLine } from "./lane-line.tsx";
import { WhyLine } from "./why-line.tsx";

/** One lane: what it waits for, its line, what can be done, and what was tried. */
export function LanePage({ serviceId }: { serviceId: string }) {
  const { status } = useLive();
  const query = useQuery(laneQuery(serviceId, status.kind !== "paused"));
  const { data: lane, error, refetch } = query;
  const [said, setSaid] = useState("");
  const retry = () => void refetch();
  if (!lane) {
    if (!error) return <RowsSkeleton label="Loading the lane" />;
    return <ReadError what="The lane" error={error} kept={false} onRetry={retry} />;
  }
  return (
    <>
      <LaneHead lane={lane} onDone={setSaid} />
      <ReadError what="The lane" error={error} kept onRetry={retry} />
      <div role="status" aria-label="What it waits for" className="mb-4 max-w-4xl text-balance text-2xl">
        <WhyLine why={lane.why} size={22} />
      </div>
      <p role="status" aria-label="What was done" className="mb-4 text-done empty:m-0">
        {said}
      </p>
      <AlarmNotice lane={lane} />
      <AlsoHalted lane={lane} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 content-start gap-6">
          <LaneLine lane={lane} onDone={setSaid} />
          <LaneAttempts lane={lane} />
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <LaneFacts lane={lane} />
          <LaneInstances lane={lane} />
        </div>
      </div>
    </>
  );
}

function LaneHead({ lane, onDone }: { lane: LaneView; onDone: (said: string) => void }) {
  const { serviceId, backend, ordering, depth, depthIsMore } = lane;
  const waiting = depthIsMore ? `more than ${count(DEPTH_MOST)} batches` : counted(depth, "batch", "batches");
  return (
    <PageHead
      title={serviceId}
      below={
        <>
          <span>
            {backend}, {ordering}
          </span>
          <span>{waiting} waiting</span>
        </>
      }
      actions={
        <>
          <LaneActions lane={lane} onDone={onDone} />
          {lane.mayChange ? (
            <Button asChild>
              <Link href={laneSettingsAddress(serviceId)}>Settings</Link>
            </Button>
          ) : null}
        </>
      }
    />
  );
}

/** A halt that the sentence does not tell of, since a hold stands before it. */
function AlsoHalted({ lane: { why, held, halted } }: { lane: LaneView }) {
  const isTold = why.cause === "halted" || !halted;
  const other = isTold && held && why.cause !== "held" ? held : null;
  if (isTold && !other) return null;
  return (
    <div className="mb-4 max-w-4xl">
      {isTold ? null : <Notice kind="error" title={`The lane is also halted: ${halted.reason}`} />}
      {other ? (
        <Notice kind="warning" title={`The lane is also held by ${other.by}: ${other.reason}`} />
      ) : null}
    </div>
  );
}
