import { queryOptions } from "@tanstack/react-query";
import type { CollectionView } from "../../core/contracts/views.ts";
import type { HoldAsk } from "../holds/hold-form.tsx";
import { request } from "./request.ts";

export function collectionsQuery() {
  return queryOptions({
    queryKey: ["collections"],
    queryFn: ({ signal }) => request<readonly CollectionView[]>("collections", { signal }),
  });
}

function holdPath(slug: string): string {
  return `collections/${encodeURIComponent(slug)}/hold`;
}

export function holdCollection(slug: string, ask: HoldAsk): Promise<CollectionView> {
  return request<CollectionView>(holdPath(slug), { method: "PUT", body: ask });
}

export function liftHold(slug: string, { reason }: HoldAsk): Promise<CollectionView> {
  return request<CollectionView>(holdPath(slug), { method: "DELETE", body: { reason } });
}
