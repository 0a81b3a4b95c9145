import { dehydrate, HydrationBoundary, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

export type Seed = readonly [key: QueryKey, data: unknown];

/** Gives what the server has read to the queries below, so that they draw at once and without script. */
export function Seeds({ seeds, children }: { seeds: readonly Seed[]; children: ReactNode }) {
  const client = new QueryClient();
  for (const [key, data] of seeds) client.setQueryData(key, data);
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
