"use client";
import { useQuery } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import type { IntakeView } from "../../core/contracts/views.ts";
import { ended } from "../../core/sentence.ts";
import { ExactTime } from "../display/time.tsx";
import { intakeQuery } from "../queries/intake.ts";
import { IntakeHold } from "./intake-hold.tsx";

/** Says on every page that the whole intake is held: by whom, since when, why and until when. `first`: as the page was drawn. */
export function IntakeBanner({ first }: { first: IntakeView }) {
  const { data: intake = first } = useQuery({ ...intakeQuery(), initialData: first });
  return (
    <div role="status" aria-label="The intake" data-print="no">
      {intake.held ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-time-solid border-b bg-time-soft px-4 py-1.5 md:px-6">
          <p className="wrap-anywhere min-w-0 flex-1 basis-64 text-time" dir="auto">
            <Hand aria-hidden size={14} className="mr-1.5 inline align-[-2px]" />
            <strong className="font-medium">The intake is held</strong> by {intake.held.by} since{" "}
            <ExactTime at={intake.held.at} />
            {intake.held.until ? (
              <>
                , until <ExactTime at={intake.held.until} />
              </>
            ) : null}
            : {ended(intake.held.reason)} Deposits are accepted and wait; what has begun goes on.
          </p>
          <IntakeHold intake={intake} small />
        </div>
      ) : null}
    </div>
  );
}
