"use client";
import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import type { PersonView } from "../../core/contracts/views.ts";
import { Time } from "../display/time.tsx";
import { peopleQuery } from "../queries/people.ts";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { GrantDialog } from "./grant-dialog.tsx";
import { NewPerson } from "./new-person.tsx";

const column = createColumnHelper<Features, PersonView>();
const idOf = (person: PersonView) => person.id;

const COLUMNS: Columns<PersonView> = column.columns([
  column.display({
    id: "name",
    header: "Person",
    cell: ({ row: { original: person } }) => (
      <div className="min-w-32">
        <span className="font-medium" dir="auto">
          {person.name}
        </span>
        <span className="block break-all text-muted text-sm">{person.email}</span>
      </div>
    ),
  }),
  column.display({
    id: "role",
    header: "Role",
    cell: ({ row: { original: person } }) => <span className="capitalize">{person.role}</span>,
  }),
  column.display({
    id: "collections",
    header: "Collections",
    meta: { className: WIDE_ONLY },
    cell: ({ row: { original: person } }) =>
      person.role === "depositor"
        ? person.collections.join(", ") || <span className="text-muted">none yet</span>
        : "all",
  }),
  column.display({
    id: "created",
    header: "Added",
    meta: { className: `${WIDE_ONLY} text-muted` },
    cell: ({ row: { original: person } }) => <Time at={person.createdAt} />,
  }),
  column.display({
    id: "act",
    header: () => <span className="sr-only">Action</span>,
    meta: { className: "text-right" },
    cell: ({ row: { original: person } }) =>
      person.role === "depositor" ? <GrantDialog person={person} /> : null,
  }),
]);

/** Everybody who can sign in. */
export function PersonPage() {
  const { data, error, refetch } = useQuery(peopleQuery());
  return (
    <>
      <PageHead title="People" actions={<NewPerson />} />
      <ReadError what="The people" error={error} kept={data !== undefined} onRetry={() => void refetch()} />
      {data === undefined && !error ? <RowsSkeleton label="Loading people" /> : null}
      {data?.length === 0 ? (
        <Empty title="Nobody yet.">New person adds somebody who can sign in.</Empty>
      ) : null}
      {data && data.length > 0 ? (
        <DataTable caption="People" columns={COLUMNS} rows={data} idOf={idOf} />
      ) : null}
    </>
  );
}
