/**
 * What can be wrong with an installation as a whole, worst first. Its message says what is wrong and what to do. Those of
 * lanes are drawn together from core/lane/alarm.ts when they are asked for; the others are raised by workers. Source:
 * docs/reference/faults.md.
 */
export const INSTALLATION_ALARMS = [
  "object_storage_away",
  "working_storage_away",
  "stored_files_damaged",
  "copy_storage_away",
  "disk_full",
  "nothing_begins",
  "lanes_need_person",
  "ledgers_unreachable",
  "ledgers_silent",
] as const;
export type InstallationAlarm = (typeof INSTALLATION_ALARMS)[number];

/** An alarm nobody has raised again for this long is over: who raised it is gone, or sees it no more. */
export const ALARM_LASTS_MS = 60_000;

/** Where an alarm stands among others, worst first; kinds only newer code knows come last. */
export function rankOf(kind: string): number {
  const known: readonly string[] = INSTALLATION_ALARMS;
  return known.includes(kind) ? known.indexOf(kind) : known.length;
}
