import { queryOptions } from "@tanstack/react-query";
import type { Role } from "../../core/access/roles.ts";
import type { InviteRequest } from "../../core/contracts/account-requests.ts";
import type {
  InvitedView,
  MadeLinkView,
  PersonDetail,
  PersonView,
} from "../../core/contracts/account-views.ts";
import { request } from "./request.ts";

export function peopleQuery() {
  return queryOptions({
    queryKey: ["people"],
    queryFn: ({ signal }) => request<readonly PersonView[]>("people", { signal }),
  });
}

export function personQuery(id: string) {
  return queryOptions({
    queryKey: ["people", id],
    queryFn: ({ signal }) => request<PersonDetail>(pathOf(id), { signal }),
  });
}

export function invitePerson(body: InviteRequest): Promise<InvitedView> {
  return request<InvitedView>("people", { method: "POST", body });
}

export function grantCollections(id: string, collections: readonly string[]): Promise<PersonView> {
  return request<PersonView>(`${pathOf(id)}/collections`, { method: "PUT", body: { collections } });
}

export function setRole(id: string, role: Role): Promise<PersonView> {
  return request<PersonView>(`${pathOf(id)}/role`, { method: "PUT", body: { role } });
}

export function makeLink(id: string): Promise<MadeLinkView> {
  return request<MadeLinkView>(`${pathOf(id)}/link`, { method: "POST" });
}

export function closeAccount(id: string, reason: string): Promise<PersonView> {
  return request<PersonView>(`${pathOf(id)}/close`, { method: "POST", body: { reason } });
}

export function reopenAccount(id: string, reason: string): Promise<PersonView> {
  return request<PersonView>(`${pathOf(id)}/reopen`, { method: "POST", body: { reason } });
}

/** Ends one session of a person, or without its id all of them. */
export function endSessionsOf(id: string, session?: string): Promise<unknown> {
  const one = session === undefined ? "" : `/${encodeURIComponent(session)}`;
  return request<unknown>(`${pathOf(id)}/sessions${one}`, { method: "DELETE" });
}

export function revokeTokenOf(id: string, token: string): Promise<unknown> {
  return request<unknown>(`${pathOf(id)}/tokens/${encodeURIComponent(token)}`, { method: "DELETE" });
}

function pathOf(id: string): string {
  return `people/${encodeURIComponent(id)}`;
}
