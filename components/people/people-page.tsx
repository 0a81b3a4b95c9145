"use client";
import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import { useState } from "react";
import type { InvitedView, PersonView } from "../../core/contracts/account-views.ts";
import { Time } from "../display/time.tsx";
import { peopleQuery } from "../queries/people.ts";
import { StateBadge } from "../state/state-badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { InvitePerson } from "./invite-person.tsx";
import { PERSON_LOOKS } from "./person-look.model.ts";
import { ShownLink } from "./shown-link.tsx";

const column = createColumnHelper<Features, PersonView>();
const idOf = (person: PersonView) => person.id;

const COLUMNS: Columns<PersonView> = column.columns([
  column.display({
    id: "name",
    header: "Person",
    cell: ({ row: { original: person } }) => (
      <div className="min-w-32 max-w-xl">
        <RowLink href={`/people/${encodeURIComponent(person.id)}`}>{person.name}</RowLink>
        <OneLine text={person.email} className="text-muted text-sm" />
      </div>
    ),
  }),
  column.display({
    id: "state",
    header: "State",
    cell: ({ row: { original: person } }) => <StateBadge look={PERSON_LOOKS[person.state]} inRow />,
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
      person.role === "depositor" ? <Granted collections={person.collections} /> : "all",
  }),
  column.display({
    id: "created",
    header: "Added",
    meta: { className: `${WIDE_ONLY} text-muted` },
    cell: ({ row: { original: person } }) => <Time at={person.createdAt} />,
  }),
]);

function Granted({ collections }: { collections: readonly string[] }) {
  if (collections.length === 0) return <span className="text-muted">none yet</span>;
  return <OneLine text={collections.join(", ")} className="min-w-24 max-w-64" />;
}

/** Everybody who has an account. */
export function PeoplePage() {
  const { data, error, refetch } = useQuery(peopleQuery());
  const [invited, setInvited] = useState<InvitedView>();
  return (
    <>
      <PageHead title="People" actions={<InvitePerson onInvited={setInvited} />} />
      <div className="grid gap-4">
        {invited ? (
          <ShownLink
            key={invited.link.url}
            name={invited.person.name}
            email={invited.person.email}
            link={invited.link}
            onDone={() => setInvited(undefined)}
          />
        ) : null}
        <ReadError what="The people" error={error} kept={data !== undefined} onRetry={() => void refetch()} />
        {data === undefined && !error ? <RowsSkeleton label="Loading people" /> : null}
        {data?.length === 0 ? (
          <Empty title="No one yet.">Use Invite person to add someone who can sign in.</Empty>
        ) : null}
        {data && data.length > 0 ? (
          <DataTable caption="People" columns={COLUMNS} rows={data} idOf={idOf} />
        ) : null}
      </div>
    </>
  );
}
