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

function pathOf(slug: string): string {
  return `collections/${encodeURIComponent(slug)}`;
}

export function holdCollection(slug: string, ask: HoldAsk): Promise<CollectionView> {
  return request<CollectionView>(`${pathOf(slug)}/hold`, { method: "PUT", body: ask });
}

export function releaseCollection(slug: string, { reason }: HoldAsk): Promise<CollectionView> {
  return request<CollectionView>(`${pathOf(slug)}/release`, { method: "POST", body: { reason } });
}
