import type { InstallationAlarmView } from "../contracts/alarm-views.ts";
import { ALARM_WHO, type AlarmKind } from "../lane/alarm.ts";

/** A lane's alarm, as a list of all has it. */
export type AlarmedLane = { readonly serviceId: string; readonly kind: AlarmKind; readonly since: Date };

/**
 * What is known of alarms that were not read, since there are too many. `needPerson`: lanes with one a person acts on, of
 * all; `from`: none of those not read is older.
 */
export type Unread = { readonly needPerson: number; readonly from: Date };

const MOST_NAMED = 3;

/**
 * What lanes raise for the whole installation, at most one of each kind. `lanes`: oldest first; `unread`: null where they
 * are all. `now`: the database's clock.
 */
export function alarmsOfLanes(
  lanes: readonly AlarmedLane[],
  now: Date,
  unread: Unread | null = null,
): InstallationAlarmView[] {
  const needing = lanes.filter(({ kind }) => ALARM_WHO[kind] !== "nobody" && kind !== "unreachable");
  const silent = lanes.filter(({ kind }) => kind === "unreachable" || kind === "silent");
  const isLong = silent.some(({ kind }) => kind === "unreachable");
  const isCut = unread !== null;
  return [
    ...(needing.length === 0 && unread ? hidden(unread, silent, now) : []),
    ...alarmOf(
      "lanes_need_person",
      needing,
      { now, isCut },
      (names, many) => `${many ? "Lanes need" : "A lane needs"} a person: ${names}.`,
    ),
    ...alarmOf(
      isLong ? "ledgers_unreachable" : "ledgers_silent",
      silent,
      { now, isCut },
      (names, many) =>
        `The ${many ? "ledgers of these lanes do" : "ledger of this lane does"} not answer: ${names}. ${isLong ? "Check the ledger." : "Waybill keeps trying."}`,
    ),
  ];
}

function alarmOf(
  kind: string,
  lanes: readonly AlarmedLane[],
  { now, isCut }: { readonly now: Date; readonly isCut: boolean },
  words: (names: string, many: boolean) => string,
): InstallationAlarmView[] {
  const names = [...new Set(lanes.map(({ serviceId }) => serviceId))].sort();
  const first = lanes.map(({ since }) => since.getTime()).sort((one, other) => one - other)[0];
  if (first === undefined) return [];
  const rest = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).join(", ");
  const all = `${named}${restWords(rest, isCut)}`;
  const [since, seenAt] = [new Date(first).toISOString(), now.toISOString()];
  return [{ kind, subject: "", message: words(all, names.length > 1), since, seenAt }];
}

function restWords(rest: number, isCut: boolean): string {
  if (rest > 0) return ` and ${isCut ? "at least " : ""}${count(rest)} more`;
  return isCut ? " and perhaps more" : "";
}

/** Lanes that need a person behind so many others that none of them was read: how many there are, without their names. */
function hidden(
  { needPerson, from }: Unread,
  silent: readonly AlarmedLane[],
  now: Date,
): InstallationAlarmView[] {
  const unreachable = new Set(
    silent.filter(({ kind }) => kind === "unreachable").map(({ serviceId }) => serviceId),
  );
  const lanes = needPerson - unreachable.size;
  if (lanes <= 0) return [];
  const message = `${count(lanes)} ${lanes === 1 ? "lane needs" : "lanes need"} a person.`;
  const [since, seenAt] = [from.toISOString(), now.toISOString()];
  return [{ kind: "lanes_need_person", subject: "", message, since, seenAt }];
}

function count(lanes: number): string {
  return lanes.toLocaleString("en-US");
}
