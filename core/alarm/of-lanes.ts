import type { InstallationAlarmView } from "../contracts/alarm-views.ts";
import { ALARM_WHO, type AlarmKind } from "../lane/alarm.ts";

/** A lane's alarm, as a list of all has it. */
export type AlarmedLane = { readonly serviceId: string; readonly kind: AlarmKind; readonly since: Date };

const MOST_NAMED = 3;

/** What lanes raise for the whole installation, at most one of each kind. `now`: the database's clock. */
export function alarmsOfLanes(lanes: readonly AlarmedLane[], now: Date): InstallationAlarmView[] {
  const needing = lanes.filter(({ kind }) => ALARM_WHO[kind] !== "nobody" && kind !== "unreachable");
  const silent = lanes.filter(({ kind }) => kind === "unreachable" || kind === "silent");
  const isLong = silent.some(({ kind }) => kind === "unreachable");
  return [
    ...alarmOf(
      "lanes_need_person",
      needing,
      now,
      (names, many) => `${many ? "Lanes need" : "A lane needs"} a person: ${names}.`,
    ),
    ...alarmOf(
      isLong ? "ledgers_unreachable" : "ledgers_silent",
      silent,
      now,
      (names, many) =>
        `The ${many ? "ledgers of these lanes do" : "ledger of this lane does"} not answer: ${names}. ${isLong ? "Look at the ledger." : "Waybill goes on trying."}`,
    ),
  ];
}

function alarmOf(
  kind: string,
  lanes: readonly AlarmedLane[],
  now: Date,
  words: (names: string, many: boolean) => string,
): InstallationAlarmView[] {
  const names = [...new Set(lanes.map(({ serviceId }) => serviceId))].sort();
  const first = lanes.map(({ since }) => since.getTime()).sort((one, other) => one - other)[0];
  if (first === undefined) return [];
  const rest = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(", ");
  const all = rest > 0 ? `${named} and ${rest.toLocaleString("en-US")} more` : named;
  const [since, seenAt] = [new Date(first).toISOString(), now.toISOString()];
  return [{ kind, subject: "", message: words(all, names.length > 1), since, seenAt }];
}
