import type { AlarmsView } from "../contracts/alarm-views.ts";
import type { NeedView } from "../contracts/overview-views.ts";

/** Beyond so many the count is not exact. */
export const MOST_COUNTED = 1_000;

/** Things of one kind that wait: how many, up to MOST_COUNTED and one more, and since when the first of them does. */
export type Waiting = { readonly count: number; readonly since: Date };

/** What waits for a person besides alarms, by kind; null: nothing. */
export type WaitingFacts = Readonly<Record<NeedKind, Waiting | null>> & { readonly checkId: string | null };

/** Kinds of needs that are no alarms, each with its sentence. */
const SENTENCES = {
  callbacks_failed: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "callback" : "callbacks"} could not be delivered, and Waybill has given up.`,
  mails_failed: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "mail" : "mails"} of the last 7 days could not be delivered, and Waybill has given up.`,
  held_intake: () => "The whole intake has been held for more than a day.",
  held_collections: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "collection has" : "collections have"} been held for more than a day.`,
  held_lanes: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "lane has" : "lanes have"} been held for more than a day.`,
  held_batches: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "batch has" : "batches have"} been held for more than a day.`,
  held_jobs: (many: string, isOne: boolean) =>
    `${many} ${isOne ? "job has" : "jobs have"} been held for more than a day.`,
  check_findings: (many: string, isOne: boolean) =>
    `The latest check has ${many} ${isOne ? "finding that is" : "findings that are"} not repaired.`,
} as const satisfies Readonly<Record<string, (many: string, isOne: boolean) => string>>;
export type NeedKind = keyof typeof SENTENCES;
export const NEED_KINDS = Object.keys(SENTENCES) as readonly NeedKind[];

/** Whether a need is of one of these kinds; if not, it is an alarm, or of a newer version. */
export function isNeedKind(kind: string): kind is NeedKind {
  return Object.hasOwn(SENTENCES, kind);
}

/** What waits for a person: alarms in the order given, which is worst first, then the rest, oldest first. */
export function needsOf(alarms: AlarmsView, facts: WaitingFacts): readonly NeedView[] {
  const rest = NEED_KINDS.flatMap((kind) => {
    const waiting = facts[kind];
    return waiting === null || waiting.count === 0 ? [] : [needOf(kind, waiting, facts.checkId)];
  });
  return [
    ...alarms.items.map(({ kind, subject, message, since }) => ({ kind, subject, message, since })),
    ...rest.sort((one, other) => Date.parse(one.since) - Date.parse(other.since)),
  ];
}

function needOf(kind: NeedKind, { count, since }: Waiting, checkId: string | null): NeedView {
  const many =
    count > MOST_COUNTED ? `More than ${MOST_COUNTED.toLocaleString("en")}` : count.toLocaleString("en");
  const words = kind === "check_findings" ? many.replace("More", "more") : many;
  return {
    kind,
    subject: kind === "check_findings" ? (checkId ?? "") : "",
    message: SENTENCES[kind](words, count === 1),
    since: since.toISOString(),
  };
}
