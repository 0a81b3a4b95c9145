import { createColumnHelper } from "@tanstack/react-table";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import { Time } from "../display/time.tsx";
import { RowLink, TextLink } from "../ui/row-link.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { type AuditFact, auditFacts, targetPage, targetWords, viaWords } from "./audit-words.model.ts";

const column = createColumnHelper<Features, AuditRow>();

export const AUDIT_COLUMNS: Columns<AuditRow> = column.columns([
  column.display({
    id: "what",
    header: "Act",
    cell: ({ row: { original: act } }) => <What act={act} />,
  }),
  column.display({
    id: "who",
    header: "Who",
    meta: { className: WIDE_ONLY },
    cell: ({ row: { original: act } }) => <Who act={act} />,
  }),
  column.display({
    id: "when",
    header: "When",
    meta: { className: "whitespace-nowrap text-muted" },
    cell: ({ row: { original: act } }) => <Time at={act.at} />,
  }),
]);

/** What was done, about what, and why; on a phone also who. */
function What({ act }: { act: AuditRow }) {
  const page = targetPage(act);
  const facts = auditFacts(act);
  return (
    <div className="grid min-w-40 max-w-2xl gap-0.5 py-1">
      <div className="flex flex-wrap items-baseline gap-x-2">
        {page === undefined ? (
          <span className="font-medium">{act.words}</span>
        ) : (
          <RowLink href={page}>{act.words}</RowLink>
        )}
        <About act={act} />
      </div>
      {act.reason === null ? null : (
        <q className="wrap-anywhere line-clamp-2 text-sm" title={act.reason} dir="auto">
          {act.reason}
        </q>
      )}
      <div className="md:hidden">
        <Who act={act} />
      </div>
      {facts.length === 0 ? null : <Details facts={facts} />}
    </div>
  );
}

/** What it was about, on the act's own line where there is room. */
function About({ act }: { act: AuditRow }) {
  const about = targetWords(act);
  if (about === undefined) return null;
  return (
    <span className="wrap-anywhere line-clamp-1 min-w-0 text-muted text-sm" title={about} dir="auto">
      {about}
    </span>
  );
}

function Who({ act: { actor, address, ...act } }: { act: AuditRow }) {
  const from = address === null ? "" : `, from ${address}`;
  return (
    <div className="wrap-anywhere max-w-80 text-sm">
      <span className="line-clamp-1" title={actor.email ?? undefined} dir="auto">
        {actor.id === null || act.via === "system" ? (
          actor.name
        ) : (
          <TextLink href={`/people/${encodeURIComponent(actor.id)}`}>{actor.name}</TextLink>
        )}
      </span>
      <span className="line-clamp-2 text-muted">
        {viaWords(act)}
        {from}
      </span>
    </div>
  );
}

function Details({ facts }: { facts: readonly AuditFact[] }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer text-muted">Details</summary>
      <ul className="mt-1 grid gap-0.5">
        {facts.map(({ name, from, to }) => (
          <li key={name} className="wrap-anywhere" dir="auto">
            <span className="text-muted">{name}:</span> {from}
            {from !== undefined && to !== undefined ? (
              <>
                {" "}
                <span aria-hidden>→</span>
                <span className="sr-only">became</span>{" "}
              </>
            ) : null}
            {to}
          </li>
        ))}
      </ul>
    </details>
  );
}
