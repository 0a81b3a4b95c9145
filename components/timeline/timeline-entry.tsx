"use client";
import type { ReactNode } from "react";
import type { EventView } from "../../core/contracts/views.ts";
import { count } from "../display/amount.model.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { eventLook, eventWords, manyWords } from "./event-words.model.ts";

const AT_ONCE_MS = 100;

/** A mark on the line, what happened, and the state it led to. */
function Entry({ event, words, children }: { event: EventView; words: string; children: ReactNode }) {
  const look = eventLook(event);
  const family = look?.family ?? "waiting";
  return (
    <li className="relative pb-3 pl-4 last:pb-0">
      <span
        className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ${FAMILY_CLASSES[family].solid}`}
      />
      <div className="flex flex-wrap items-baseline gap-x-2">
        {words === "" ? null : <span className="font-medium">{words}</span>}
        {look ? (
          <span className={`inline-flex items-center gap-1 ${FAMILY_CLASSES[family].text}`}>
            <span className="self-center">
              <StateIcon name={look.icon} size={13} />
            </span>
            {look.word}
          </span>
        ) : null}
      </div>
      {children}
    </li>
  );
}

function Why({ event }: { event: EventView }) {
  if (!event.reason) return null;
  return (
    <p className="wrap-anywhere mt-0.5" dir="auto">
      {event.reason} {event.code ? <code className="font-mono text-muted text-xs">{event.code}</code> : null}
    </p>
  );
}

/** One event: what, which state it led to, who, how long after the one before, and why. */
export function OneEvent({
  event,
  spanMs,
  withJob,
}: {
  event: EventView;
  spanMs: number | undefined;
  withJob: boolean;
}) {
  return (
    <Entry event={event} words={eventWords(event)}>
      <div className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm">
        <Time at={event.at} />
        <span>by {event.actor}</span>
        {spanMs === undefined ? null : (
          <span>{spanMs < AT_ONCE_MS ? "at once" : `after ${duration(spanMs)}`}</span>
        )}
        {event.jobId && withJob ? <TextLink href={`/jobs/${event.jobId}`}>Job</TextLink> : null}
      </div>
      <Why event={event} />
    </Entry>
  );
}

/** Several jobs that made the same move; each is listed when it is opened. */
export function ManyEvents({ events }: { events: readonly EventView[] }) {
  const [newest] = events;
  if (!newest) return null;
  return (
    <Entry event={newest} words={manyWords(newest, events.length)}>
      <details className="text-sm">
        <summary className="w-fit text-muted">
          last one <Time at={newest.at} />
        </summary>
        <ol className="mt-1 grid max-h-72 gap-1 overflow-y-auto">
          {events.map((event, at) => (
            <li key={event.id}>
              <span className="text-muted">
                <Time at={event.at} />, <TextLink href={`/jobs/${event.jobId}`}>job {count(at + 1)}</TextLink>
              </span>
              <Why event={event} />
            </li>
          ))}
        </ol>
      </details>
    </Entry>
  );
}
