import type { Zone } from "../display/preferences.model.ts";

/** What a field for a local date and time holds (`2026-01-31T14:30`), read in the zone times are shown in, as ISO 8601; undefined: nothing, or no time. */
export function untilIso(value: string, zone: Zone): string | undefined {
  if (value === "") return undefined;
  const at = new Date(zone === "utc" ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
