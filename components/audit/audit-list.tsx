"use client";
import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { AUDIT_KINDS } from "../../core/audit/actions.ts";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import { appendOnlyQuery, auditCsvAddress, auditQuery } from "../queries/audit.ts";
import { peopleQuery } from "../queries/people.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { auditFilter, isNarrowed } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { AUDIT_COLUMNS } from "./audit-columns.tsx";

const idOf = (act: AuditRow) => act.id;
const KINDS = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }));
const LINES = [
  { name: "target", label: "About (id or name)", maxLength: 254 },
  { name: "address", label: "From address", maxLength: 64 },
  { name: "from", label: "From day (UTC)", type: "date" },
  { name: "to", label: "To day (UTC)", type: "date" },
] as const;

/** What people did, newest first. */
export function AuditList() {
  const url = useUrlFilter();
  const filter = auditFilter(url.value);
  return (
    <>
      <PageHead
        title="Audit"
        actions={
          <Button asChild>
            <a href={auditCsvAddress(filter)} download>
              <Download aria-hidden size={16} />
              Export CSV
            </a>
          </Button>
        }
      />
      <Unprotected />
      <FilterBar
        choices={[
          { name: "kind", label: "Filter by kind of action", all: "All actions", options: KINDS },
          {
            name: "person",
            label: "Filter by person",
            all: "Everybody",
            options: usePeople(filter.person),
          },
        ]}
        lines={LINES}
      />
      <RowsTable
        query={auditQuery(filter)}
        caption="What people did, newest first"
        columns={AUDIT_COLUMNS}
        idOf={idOf}
        nouns={["act", "acts"]}
        empty={
          isNarrowed(filter) ? (
            <Empty title="No actions match these filters.">Clear them to see everything.</Empty>
          ) : (
            <Empty title="Nothing yet.">Sign-ins, changes, holds, deletions and downloads appear here.</Empty>
          )
        }
      />
    </>
  );
}

/** Everybody, and whoever an address of this page names besides. */
function usePeople(chosen: string | undefined) {
  const people = useQuery(peopleQuery()).data ?? [];
  const options = people.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const isKnown = chosen === undefined || people.some(({ id }) => id === chosen);
  return isKnown ? options : [{ value: chosen, label: chosen }, ...options];
}

/** A warning that only the application itself protects the audit. */
function Unprotected() {
  const { data: appendOnly = true } = useQuery(appendOnlyQuery());
  if (appendOnly) return null;
  return (
    <section aria-label="Protection" className="mb-3">
      <Notice kind="warning" title="The database does not protect the audit.">
        <p>
          Waybill connects to the database as the owner of its tables, so anyone with its credentials can
          change this record. docs/reference/audit.md says how to give it a role of its own.
        </p>
      </Notice>
    </section>
  );
}
