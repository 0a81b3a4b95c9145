import type { IncidentView } from "../../core/contracts/incident-views.ts";
import type { OverviewView } from "../../core/contracts/overview-views.ts";

/** An incident of a source that does not answer. */
export function incident(part: Partial<IncidentView> = {}): IncidentView {
  return {
    cause: "source_timeout.Downloading.example.org",
    code: "source_timeout",
    stage: "Downloading",
    host: "example.org",
    count: 412,
    countIsMore: false,
    since: "2026-03-01T10:00:00Z",
    lastHour: 12,
    first: { id: "jid-1", at: "2026-03-01T10:00:00Z", message: "The first message." },
    last: { id: "jid-2", at: "2026-03-01T11:50:00Z", message: "example.org did not answer in time." },
    silence: null,
    ...part,
  };
}

/** An overview of an installation where nothing happens. */
export function overview(part: Partial<OverviewView> = {}): OverviewView {
  return {
    needs: [],
    incidents: { items: [], isMore: false },
    figures: { range: "24h", points: [] },
    storage: null,
    lanes: [],
    workers: [],
    ...part,
  };
}
