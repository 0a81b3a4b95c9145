import { queryOptions } from "@tanstack/react-query";
import type {
  ObjectFileView,
  ObjectRow,
  ObjectView,
  VersionChange,
  VersionChangeView,
} from "../../core/contracts/object-views.ts";
import { request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

export type ObjectFilter = {
  readonly collection?: string | undefined;
  readonly q?: string | undefined;
  readonly cursor?: string | undefined;
};

export function objectsQuery(filter: ObjectFilter) {
  return rowsQuery<ObjectRow>(["objects", filter], "objects", filter);
}

export function objectQuery(id: string) {
  return queryOptions({
    queryKey: ["object", id],
    queryFn: ({ signal }) => request<ObjectView>(`objects/${encodeURIComponent(id)}`, { signal }),
  });
}

export function objectFilesQuery(id: string, version: number, cursor?: string) {
  return rowsQuery<ObjectFileView>(
    ["object-files", id, { version, cursor }],
    `objects/${encodeURIComponent(id)}/files`,
    { version, cursor },
  );
}

export function objectChangesQuery(
  id: string,
  version: number,
  change: VersionChange | undefined,
  cursor?: string,
) {
  return rowsQuery<VersionChangeView>(
    ["object-changes", id, { version, change, cursor }],
    `objects/${encodeURIComponent(id)}/changes`,
    { version, change, cursor },
  );
}

/** Address of a stored file's bytes. */
export function objectFileAddress(id: string, version: number, ordinal: number): string {
  return `/api/v1/objects/${encodeURIComponent(id)}/files/${version}/${ordinal}`;
}
