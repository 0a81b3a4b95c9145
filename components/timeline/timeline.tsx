"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EventView } from "../../core/contracts/views.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { type EventFilter, eventsQuery } from "../queries/events.ts";
import { pageCursor } from "../rows/list-filters.model.ts";
import { LoadMore } from "../rows/load-more.tsx";
import { uniqueRows } from "../rows/unique-rows.model.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { eventLook, eventWords, sincePrevious } from "./event-words.model.ts";

const idOf = (event: EventView) => event.id;

/** What happened to a batch or a job, newest first. */
export function Timeline({ filter }: { filter: EventFilter }) {
  const url = useUrlFilter();
  const list = useInfiniteQuery(eventsQuery({ ...filter, cursor: pageCursor(url.value, "events") }));
  const events = useMemo(() => uniqueRows(list.data?.pages ?? [], idOf), [list.data]);
  const spans = useMemo(() => sincePrevious(events), [events]);
  const next = list.data?.pages.at(-1)?.next;
  return (
    <Panel title="Timeline">
      {list.isPending ? <RowsSkeleton label="Loading the timeline" /> : null}
      {list.isError ? (
        <ErrorNote
          error={list.error}
          what="The timeline could not be read."
          onRetry={() => void list.refetch()}
        />
      ) : null}
      {list.isSuccess && events.length === 0 ? <p className="text-muted">Nothing has happened yet.</p> : null}
      <ol className="ml-2 border-line border-l">
        {events.map((event) => (
          <Entry
            key={event.id}
            event={event}
            spanMs={spans.get(event.id)}
            ownPage={filter.job !== undefined}
          />
        ))}
      </ol>
      {next ? (
        <LoadMore
          href={url.href({ events: next })}
          shown={events.length}
          nouns={["event", "events"]}
          busy={list.isFetchingNextPage}
          onLoad={() => void list.fetchNextPage()}
        />
      ) : null}
    </Panel>
  );
}

/** One event: what, which state it led to, who, how long after the one before, and why. */
function Entry({
  event,
  spanMs,
  ownPage,
}: {
  event: EventView;
  spanMs: number | undefined;
  ownPage: boolean;
}) {
  const look = eventLook(event);
  const family = look?.family ?? "waiting";
  return (
    <li className="relative pb-3 pl-4 last:pb-0">
      <span
        className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ${FAMILY_CLASSES[family].solid}`}
      />
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{eventWords(event)}</span>
        {look ? (
          <span className={`inline-flex items-center gap-1 ${FAMILY_CLASSES[family].text}`}>
            <span className="self-center">
              <StateIcon name={look.icon} size={13} />
            </span>
            {look.word}
          </span>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-x-2 text-muted text-sm">
        <Time at={event.at} />
        <span>by {event.actor}</span>
        {spanMs === undefined ? null : <span>after {duration(spanMs)}</span>}
        {event.jobId && !ownPage ? <TextLink href={`/jobs/${event.jobId}`}>Job</TextLink> : null}
      </div>
      {event.reason ? (
        <p className="mt-0.5" dir="auto">
          {event.reason}{" "}
          {event.code ? <code className="font-mono text-muted text-xs">{event.code}</code> : null}
        </p>
      ) : null}
    </li>
  );
}
