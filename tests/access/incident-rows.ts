import { listIncidents } from "../../operations/incident/list.ts";
import { resumeIncident } from "../../operations/incident/resume.ts";
import { silenceIncident } from "../../operations/incident/silence.ts";
import { getOverview } from "../../operations/overview/get.ts";
import { operators, type RouteRow } from "./route-row.ts";

/** The cause of the world's failed job, which failed before causes were kept. */
const CAUSE = "source_not_found..";
const WHY = "by the table";

/** The routes of incidents and of the overview that shows them. */
export const INCIDENT_ROWS: readonly RouteRow[] = [
  { route: "GET api/v1/overview", expect: operators, call: (ctx) => getOverview(ctx, { range: "24h" }) },
  { route: "GET api/v1/incidents", expect: operators, call: (ctx) => listIncidents(ctx) },
  {
    route: "POST api/v1/incidents/[cause]/resume",
    expect: operators,
    call: (ctx) => resumeIncident(ctx, { cause: CAUSE, reason: WHY, preview: false }),
    changes: "fresh",
  },
  {
    route: "POST api/v1/incidents/[cause]/silence",
    expect: operators,
    call: (ctx) =>
      silenceIncident(ctx, { cause: CAUSE, reason: WHY, until: new Date(Date.now() + 3_600_000) }),
    changes: "fresh",
  },
];
