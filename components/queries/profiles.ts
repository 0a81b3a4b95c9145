import { queryOptions } from "@tanstack/react-query";
import type {
  CollectionRequest,
  ProfileChange,
  ProfileImport,
} from "../../core/contracts/profile-requests.ts";
import type { ProfileImported, ProfileView } from "../../core/contracts/profile-views.ts";
import type { CollectionView } from "../../core/contracts/views.ts";
import { request } from "./request.ts";

const pathOf = (slug: string) => `collections/${encodeURIComponent(slug)}/profile`;

export function profileQuery(slug: string) {
  return queryOptions({
    queryKey: ["profile", slug],
    queryFn: ({ signal }) => request<ProfileView>(pathOf(slug), { signal }),
  });
}

export function changeProfile(slug: string, change: ProfileChange): Promise<ProfileView> {
  return request<ProfileView>(pathOf(slug), { method: "PUT", body: change });
}

export function makeCollection(collection: CollectionRequest): Promise<CollectionView> {
  return request<CollectionView>("collections", { method: "POST", body: collection });
}

export function importProfile(file: ProfileImport): Promise<ProfileImported> {
  return request<ProfileImported>("profiles/import", { method: "POST", body: file });
}
