"use client";
import { useQuery } from "@tanstack/react-query";
import { useLive } from "../live/live-provider.tsx";
import { failedCallbacksQuery } from "../queries/callbacks.ts";
import { RailCount } from "./rail-count.tsx";

/** How many callbacks were given up, beside the room's name; nothing when none was. `narrow`: on the icon's corner. */
export function FailedCallbackCount({ narrow }: { narrow: boolean }) {
  const { status } = useLive();
  const { data: failed = 0 } = useQuery(failedCallbacksQuery(status.kind !== "paused"));
  const title = failed === 1 ? "1 callback was given up" : `${failed} callbacks were given up`;
  return <RailCount count={failed} title={title} words="given up" narrow={narrow} family="person" />;
}
