"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { EventView } from "../../core/contracts/views.ts";
import { type EventFilter, eventsQuery } from "../queries/events.ts";
import { pageCursor } from "../rows/list-filters.model.ts";
import { LoadMore } from "../rows/load-more.tsx";
import { uniqueRows } from "../rows/unique-rows.model.ts";
import { useMorePages } from "../rows/use-more-pages.ts";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { sincePrevious } from "./event-words.model.ts";
import { groupEvents } from "./group-events.model.ts";
import { ManyEvents, OneEvent } from "./timeline-entry.tsx";

const idOf = (event: EventView) => event.id;

/** What happened to a batch or a job, newest first. */
export function Timeline({ filter }: { filter: EventFilter }) {
  const url = useUrlFilter();
  const query = eventsQuery({ ...filter, cursor: pageCursor(url.value, "events") });
  const list = useInfiniteQuery(query);
  const { busy, loadMore } = useMorePages(list, query.queryKey);
  const events = useMemo(() => uniqueRows(list.data?.pages ?? [], idOf), [list.data]);
  const next = list.data?.pages.at(-1)?.next;
  return (
    <Panel title="Timeline">
      {list.isPending ? <RowsSkeleton label="Loading the timeline" /> : null}
      <ReadError
        what="The timeline"
        error={list.error}
        kept={list.data !== undefined}
        onRetry={() => void list.refetch()}
      />
      {list.isSuccess && events.length === 0 ? <p className="text-muted">Nothing has happened yet.</p> : null}
      <Entries events={events} ofBatch={filter.job === undefined} />
      {next ? (
        <LoadMore
          href={url.href({ events: next })}
          shown={events.length}
          nouns={["event", "events"]}
          busy={busy}
          onLoad={loadMore}
        />
      ) : null}
    </Panel>
  );
}

function Entries({ events, ofBatch }: { events: readonly EventView[]; ofBatch: boolean }) {
  const spans = useMemo(() => sincePrevious(events), [events]);
  const entries = useMemo(
    () => (ofBatch ? groupEvents(events) : events.map((event) => ({ kind: "one", event }) as const)),
    [events, ofBatch],
  );
  return (
    <ol className="mb-3 ml-2 border-line border-l">
      {entries.map((entry) =>
        entry.kind === "one" ? (
          <OneEvent
            key={entry.event.id}
            event={entry.event}
            spanMs={spans.get(entry.event.id)}
            withJob={ofBatch}
          />
        ) : (
          <ManyEvents key={`many ${entry.id}`} events={entry.events} />
        ),
      )}
    </ol>
  );
}
