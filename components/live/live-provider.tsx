"use client";
import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { type LiveStatus, staleSince } from "./live-status.model.ts";
import { makeRefresher } from "./refresher.ts";
import { followChanges } from "./stream.ts";

const POLL_MS = 15_000;

type Live = { readonly status: LiveStatus; readonly pause: () => void; readonly goOn: () => void };

const LiveContext = createContext<Live>({
  status: { kind: "connecting" },
  pause: () => undefined,
  goOn: () => undefined,
});

/** Keeps what the page shows current: by the event stream, and by polling while that is down. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [status, setStatus] = useState<LiveStatus>({ kind: "connecting" });
  const paused = status.kind === "paused";
  const stale = status.kind === "stale";

  useEffect(() => {
    if (paused) return;
    const refresher = makeRefresher(client);
    const stop = followChanges({
      onOpen: () => {
        setStatus({ kind: "live" });
        refresher.all();
      },
      onDown: () => setStatus((now) => staleSince(now, Date.now())),
      onNote: refresher.note,
    });
    return () => {
      stop();
      refresher.stop();
    };
  }, [client, paused]);

  useEffect(() => {
    if (!stale) return;
    const timer = setInterval(() => void client.invalidateQueries(), POLL_MS);
    return () => clearInterval(timer);
  }, [client, stale]);

  const live = useMemo(
    (): Live => ({
      status,
      pause: () => setStatus({ kind: "paused", sinceMs: Date.now() }),
      goOn: () => setStatus({ kind: "connecting" }),
    }),
    [status],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  return useContext(LiveContext);
}
