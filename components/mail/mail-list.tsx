"use client";
import { createColumnHelper } from "@tanstack/react-table";
import type { MailRow } from "../../core/contracts/views.ts";
import { Time } from "../display/time.tsx";
import { mailsQuery } from "../queries/mails.ts";
import { pageCursor } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { MailBadge } from "../state/state-badge.tsx";
import { Empty } from "../ui/empty.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";

const column = createColumnHelper<Features, MailRow>();
const idOf = (mail: MailRow) => mail.id;

const COLUMNS: Columns<MailRow> = column.columns([
  column.display({
    id: "subject",
    header: "Subject",
    cell: ({ row: { original: mail } }) => (
      <div className="min-w-40 max-w-2xl">
        <RowLink href={`/mail/${encodeURIComponent(mail.id)}`}>{mail.subject}</RowLink>
        {mail.lastError && mail.status !== "Sent" ? (
          <OneLine text={mail.lastError} className="text-muted text-sm" />
        ) : null}
      </div>
    ),
  }),
  column.display({
    id: "to",
    header: "To",
    meta: { className: WIDE_ONLY },
    cell: ({ row: { original: mail } }) => (
      <OneLine text={mail.to.join(", ")} className="min-w-24 max-w-64" />
    ),
  }),
  column.display({
    id: "status",
    header: "Status",
    cell: ({ row: { original: mail } }) => <MailBadge status={mail.status} inRow />,
  }),
  column.display({
    id: "created",
    header: "Written",
    meta: { className: "whitespace-nowrap text-muted" },
    cell: ({ row: { original: mail } }) => <Time at={mail.createdAt} />,
  }),
]);

/** Every mail Waybill wrote, newest first. */
export function MailList() {
  const url = useUrlFilter();
  return (
    <>
      <PageHead title="Mailbox" />
      <RowsTable
        query={mailsQuery({ cursor: pageCursor(url.value, "cursor") })}
        caption="Mails, newest first"
        columns={COLUMNS}
        idOf={idOf}
        nouns={["mail", "mails"]}
        empty={
          <Empty title="No mails yet.">
            A mail appears here once the first batch has ended and its report is written.
          </Empty>
        }
      />
    </>
  );
}
