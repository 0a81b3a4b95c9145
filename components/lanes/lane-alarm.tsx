import type { AlarmView, LaneView } from "../../core/contracts/lane-views.ts";
import { ALARM_WHO } from "../../core/lane/alarm.ts";
import { tell } from "../../core/sentence.ts";
import { Sentence } from "../display/sentence.tsx";
import { Time } from "../display/time.tsx";
import { StateBadge } from "../state/state-badge.tsx";
import { Notice } from "../ui/notice.tsx";
import { ALARM_ADVICE, ALARM_LOOKS, isAlarmTold } from "./alarm-look.model.ts";

/** A lane's alarm in a row of the list. */
export function AlarmBadge({ alarm: { kind, since } }: { alarm: AlarmView }) {
  return (
    <span className="flex items-center gap-x-1.5 whitespace-nowrap">
      <StateBadge look={ALARM_LOOKS[kind]} inRow />
      <span className="text-muted text-sm">
        <span className="sr-only">alarm since </span>
        <Time at={since} />
      </span>
    </span>
  );
}

/** A lane's alarm on its page: what is wrong, unless the page says so elsewhere, and who acts. */
export function AlarmNotice({ lane }: { lane: Pick<LaneView, "alarm" | "why" | "halted" | "open"> }) {
  const { alarm } = lane;
  if (!alarm) return null;
  const { kind, pieces, since } = alarm;
  const { word } = ALARM_LOOKS[kind];
  return (
    <section aria-label="Alarm" className="mb-4 max-w-4xl">
      <Notice
        kind={ALARM_WHO[kind] === "nobody" ? "warning" : "error"}
        title={isAlarmTold(lane) ? word : <Sentence pieces={tell`${word}. ${pieces}`} />}
      >
        <p>{ALARM_ADVICE[kind]}</p>
        <p className="text-muted text-sm">
          The alarm began <Time at={since} />.
        </p>
      </Notice>
    </section>
  );
}
