import type { IncidentView } from "../contracts/incident-views.ts";

/**
 * Incidents as they are listed: those that are not silenced first, then the oldest. Not by how many jobs they have: a list
 * that is read while jobs fail must not change its order under the reader.
 */
export function byNeed(one: IncidentView, other: IncidentView): number {
  return (
    Number(one.silence !== null) - Number(other.silence !== null) ||
    Date.parse(one.since) - Date.parse(other.since) ||
    (one.cause < other.cause ? -1 : 1)
  );
}
