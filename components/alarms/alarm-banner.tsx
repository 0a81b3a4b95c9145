"use client";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import type { InstallationAlarmView } from "../../core/contracts/alarm-views.ts";
import { ExactTime } from "../display/time.tsx";
import { alarmsQuery } from "../queries/alarms.ts";
import { join } from "../ui/join.ts";
import { alarmTone } from "./alarm-tone.model.ts";

/** Says on every page what is wrong with the installation and what to do, to those who can do it. `first`: as the page was drawn. */
export function AlarmBanner({ first }: { first: readonly InstallationAlarmView[] }) {
  const { data: alarms = first } = useQuery({ ...alarmsQuery(), initialData: first });
  return (
    <div role="alert" aria-label="Installation alarms" data-print="no">
      {alarms.map((alarm) => (
        <Alarm key={`${alarm.kind} ${alarm.subject}`} alarm={alarm} />
      ))}
    </div>
  );
}

const LINES = {
  person: "border-person-solid bg-person-soft text-person",
  time: "border-time-solid bg-time-soft text-time",
} as const;

function Alarm({ alarm: { kind, message, since } }: { alarm: InstallationAlarmView }) {
  const { family, way } = alarmTone(kind);
  return (
    <p className={join("wrap-anywhere border-b px-4 py-1.5 md:px-6", LINES[family])} dir="auto">
      <TriangleAlert aria-hidden size={14} className="mr-1.5 inline align-[-2px]" />
      <strong className="font-medium">Alarm</strong> since <ExactTime at={since} />: {message}
      {way ? (
        <>
          {" "}
          <Link href={way.href} prefetch={false} className="underline underline-offset-2">
            {way.words}
          </Link>
        </>
      ) : null}
    </p>
  );
}
