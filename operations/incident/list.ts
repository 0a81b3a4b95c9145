import type { IncidentsView, IncidentView } from "../../core/contracts/incident-views.ts";
import { readCause } from "../../core/incident/cause.ts";
import { byNeed } from "../../core/incident/rank.ts";
import { type IncidentRow, listIncidentRows } from "../../prisma/store/incident/list.ts";
import { allow } from "../allow.ts";
import type { Context } from "../context.ts";

/** More causes than anybody reads at once, and how many are looked at for those that need a person first. */
const [MOST_CAUSES, MOST_SEEN] = [100, 1_000];
/** Jobs of one cause are counted up to here. */
const MOST_JOBS = 1_000;

/**
 * Jobs that have failed now, those with one cause as one incident. An incident has no row of its own: it is over when none
 * of its jobs is Failed any more. Source: docs/reference/api.md, "Incidents".
 * @throws WaybillError `not_allowed`
 */
export async function listIncidents({ db, actor }: Pick<Context, "db" | "actor">): Promise<IncidentsView> {
  allow(actor, "read-alarms");
  const rows = await listIncidentRows(db, {
    mostSeen: MOST_SEEN,
    mostCauses: MOST_CAUSES + 1,
    mostJobs: MOST_JOBS,
  });
  return {
    items: rows.slice(0, MOST_CAUSES).map(viewOf).sort(byNeed),
    isMore: rows.length > MOST_CAUSES,
  };
}

function viewOf(row: IncidentRow): IncidentView {
  // a key that a newer version has made is shown as it is
  const { code, stage, host } = readCause(row.cause) ?? { code: row.cause, stage: null, host: null };
  const { silencedUntil, silencedBy, silenceReason } = row;
  return {
    cause: row.cause,
    code,
    stage,
    host,
    count: Math.min(row.count, MOST_JOBS),
    countIsMore: row.count > MOST_JOBS,
    since: row.firstAt.toISOString(),
    lastHour: Math.min(row.lastHour, MOST_JOBS),
    first: { id: row.firstId, at: row.firstAt.toISOString(), message: row.firstMessage ?? "" },
    last: { id: row.lastId, at: row.lastAt.toISOString(), message: row.lastMessage ?? "" },
    silence:
      silencedUntil === null
        ? null
        : { until: silencedUntil.toISOString(), by: silencedBy ?? "", reason: silenceReason ?? "" },
  };
}
