import { createColumnHelper } from "@tanstack/react-table";
import { ChevronRight } from "lucide-react";
import type { AuditRow } from "../../core/contracts/audit-views.ts";
import { Time } from "../display/time.tsx";
import { join } from "../ui/join.ts";
import { OneLine } from "../ui/one-line.tsx";
import { RowLink, TextLink } from "../ui/row-link.tsx";
import { type Columns, type Features, WIDE_ONLY } from "../ui/table.ts";
import { type AuditFact, auditFacts, targetPage, targetWords, viaWords } from "./audit-words.model.ts";

const column = createColumnHelper<Features, AuditRow>();

export const AUDIT_COLUMNS: Columns<AuditRow> = column.columns([
  column.display({
    id: "what",
    header: "Action",
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

/** What was done, about what, and why; on a phone also who. As low as a row can be: the rest is folded. */
function What({ act }: { act: AuditRow }) {
  const page = targetPage(act);
  const about = targetWords(act);
  return (
    <div className="min-w-40 max-w-2xl">
      <div className="flex items-baseline gap-x-2">
        <div className="max-w-full shrink-0">
          {page === undefined ? (
            <span className="font-medium">{act.words}</span>
          ) : (
            <RowLink href={page}>{act.words}</RowLink>
          )}
        </div>
        {about === undefined ? null : <OneLine text={about} className="text-muted text-sm" />}
      </div>
      <div className="wrap-anywhere line-clamp-1 text-sm md:hidden">
        <Actor act={act} /> <Way act={act} />
      </div>
      <Details act={act} />
    </div>
  );
}

function Who({ act }: { act: AuditRow }) {
  return (
    <div className="wrap-anywhere max-w-80 text-sm">
      <div className="line-clamp-1">
        <Actor act={act} />
      </div>
      <div className="line-clamp-1">
        <Way act={act} />
      </div>
    </div>
  );
}

function Actor({ act: { actor, via } }: { act: AuditRow }) {
  return (
    <span title={actor.email ?? undefined} dir="auto">
      {actor.id === null || via === "system" ? (
        actor.name
      ) : (
        <TextLink href={`/people/${encodeURIComponent(actor.id)}`}>{actor.name}</TextLink>
      )}
    </span>
  );
}

/** How they came, and from where. */
function Way({ act }: { act: Pick<AuditRow, "address" | "via" | "token"> }) {
  const way = act.address === null ? viaWords(act) : `${viaWords(act)}, from ${act.address}`;
  return (
    <span className="text-muted" title={way}>
      {way}
    </span>
  );
}

/** Why, on one line; unfolded all of it, what the act changed, and on a phone, where it is cut above, how who did it came. */
function Details({ act: { reason, ...act } }: { act: AuditRow }) {
  const facts = auditFacts(act);
  const isWayAlone = reason === null && facts.length === 0;
  return (
    <details className={join("group text-sm", isWayAlone && "md:hidden")}>
      <summary className="flex cursor-pointer list-none items-baseline gap-1 text-muted">
        <ChevronRight aria-hidden size={14} className="shrink-0 self-center group-open:rotate-90" />
        Details
        {reason === null ? null : <OneLine text={`\u201c${reason}\u201d`} className="text-ink" />}
      </summary>
      {reason === null ? null : (
        <p className="wrap-anywhere mt-1" dir="auto">
          {reason}
        </p>
      )}
      <p className="wrap-anywhere mt-1 md:hidden">
        <Way act={act} />
      </p>
      <Facts facts={facts} />
    </details>
  );
}

function Facts({ facts }: { facts: readonly AuditFact[] }) {
  return (
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
  );
}
