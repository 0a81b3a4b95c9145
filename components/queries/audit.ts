import { queryOptions } from "@tanstack/react-query";
import type { AuditKind } from "../../core/audit/actions.ts";
import type { AuditPage, AuditRow } from "../../core/contracts/audit-views.ts";
import { apiAddress, request } from "./request.ts";
import { rowsQuery } from "./rows.ts";

/** `from` and `to`: whole days of UTC, both included. */
export type AuditFilter = {
  readonly kind?: AuditKind | undefined;
  readonly person?: string | undefined;
  readonly target?: string | undefined;
  readonly address?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
};

export function auditQuery(filter: AuditFilter) {
  return rowsQuery<AuditRow>(["audit", filter], "audit", filter);
}

/** Address of everything the filters leave, as one CSV file. */
export function auditCsvAddress({ cursor: _, ...filter }: AuditFilter): string {
  return apiAddress("audit", { ...filter, format: "csv" });
}

/** Whether the database itself lets the application only add to the audit. */
export function appendOnlyQuery() {
  return queryOptions({
    queryKey: ["audit-append-only"],
    queryFn: async ({ signal }) =>
      (await request<AuditPage>("audit", { query: { limit: 1 }, signal })).appendOnly,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
