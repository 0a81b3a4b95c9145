import { queryOptions } from "@tanstack/react-query";
import type { CollectionView } from "../../core/contracts/views.ts";
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

export function holdCollection({ slug, reason }: { slug: string; reason: string }): Promise<CollectionView> {
  return request<CollectionView>(holdPath(slug), { method: "PUT", body: { reason } });
}

export function liftHold({ slug, reason }: { slug: string; reason: string }): Promise<CollectionView> {
  return request<CollectionView>(holdPath(slug), { method: "DELETE", body: { reason } });
}
