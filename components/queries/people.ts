import { queryOptions } from "@tanstack/react-query";
import type { PersonRequest } from "../../core/contracts/requests.ts";
import type { PersonView } from "../../core/contracts/views.ts";
import { request } from "./request.ts";

export function peopleQuery() {
  return queryOptions({
    queryKey: ["people"],
    queryFn: ({ signal }) => request<readonly PersonView[]>("people", { signal }),
  });
}

export function addPerson(body: PersonRequest): Promise<PersonView> {
  return request<PersonView>("people", { method: "POST", body });
}

export function grantCollections({
  id,
  collections,
}: {
  id: string;
  collections: readonly string[];
}): Promise<PersonView> {
  return request<PersonView>(`people/${encodeURIComponent(id)}/collections`, {
    method: "PUT",
    body: { collections },
  });
}
