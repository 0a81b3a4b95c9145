"use client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isPassing } from "./request.ts";

const FRESH_MS = 5_000;
const MOST_RETRIES = 2;

function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // The browser's idea of being online says nothing about a server on the same network.
        networkMode: "always",
        // The event stream says when something changed, also after the tab was hidden; a paused page stays as it is.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (tries, error) => tries < MOST_RETRIES && isPassing(error),
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** One query cache per browser tab; on the server one per request. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(makeClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
