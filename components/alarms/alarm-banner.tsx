"use client";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import type { InstallationAlarmView } from "../../core/contracts/alarm-views.ts";
import { ExactTime } from "../display/time.tsx";
import { alarmsQuery } from "../queries/alarms.ts";

/** Says on every page what is wrong with the installation and what to do, to those who can do it. `first`: as the page was drawn. */
export function AlarmBanner({ first }: { first: readonly InstallationAlarmView[] }) {
  const { data: alarms = first } = useQuery({ ...alarmsQuery(), initialData: first });
  return (
    <div role="alert" aria-label="Alarms of the installation" data-print="no">
      {alarms.map(({ kind, subject, message, since }) => (
        <p
          key={`${kind} ${subject}`}
          className="wrap-anywhere border-person-solid border-b bg-person-soft px-4 py-1.5 text-person md:px-6"
          dir="auto"
        >
          <TriangleAlert aria-hidden size={14} className="mr-1.5 inline align-[-2px]" />
          <strong className="font-medium">Alarm</strong> since <ExactTime at={since} />: {message}
        </p>
      ))}
    </div>
  );
}
