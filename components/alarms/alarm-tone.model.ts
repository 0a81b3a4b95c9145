import type { InstallationAlarm } from "../../core/alarm/kinds.ts";
import type { Family } from "../state/families.model.ts";

/** How an alarm stands on every page: red when a person has to act; `way`: to the page where that is done. */
export type AlarmTone = {
  readonly family: Extract<Family, "person" | "time">;
  readonly way: { readonly href: string; readonly words: string } | null;
};

const LANES = { href: "/lanes?alarm=true", words: "Show the lanes" } as const;
const JOBS = { href: "/jobs?state=Provisioning", words: "Show the jobs" } as const;

const TONES = {
  object_storage_away: { family: "person", way: null },
  working_storage_away: { family: "person", way: null },
  stored_files_damaged: { family: "person", way: { href: "/objects", words: "Show the objects" } },
  copy_storage_away: { family: "person", way: null },
  disk_full: { family: "person", way: null },
  nothing_begins: { family: "person", way: JOBS },
  lanes_need_person: { family: "person", way: LANES },
  ledgers_unreachable: { family: "person", way: LANES },
  ledgers_silent: { family: "time", way: LANES },
} as const satisfies Record<InstallationAlarm, AlarmTone>;

/** The tone of an alarm; one that only newer code knows may need a person. */
export function alarmTone(kind: string): AlarmTone {
  const known: Readonly<Record<string, AlarmTone>> = TONES;
  return (Object.hasOwn(known, kind) ? known[kind] : undefined) ?? { family: "person", way: null };
}
