import type { EventView } from "../../core/contracts/views.ts";

/** What stands in a timeline: one event, or jobs that made the same move. */
export type TimelineEntry =
  | { readonly kind: "one"; readonly event: EventView }
  | { readonly kind: "many"; readonly id: string; readonly events: readonly EventView[] };

function moveOf({ kind, from, to, code }: EventView): string {
  return JSON.stringify([kind, from, to, code]);
}

/** Jobs that made the same move between two events of the batch, as one entry at the place of its newest. */
function groupRun(run: readonly EventView[]): readonly TimelineEntry[] {
  const moves = new Map<string, EventView[]>();
  for (const event of run) {
    const same = moves.get(moveOf(event));
    if (same) same.push(event);
    else moves.set(moveOf(event), [event]);
  }
  return [...moves.values()].map((events): TimelineEntry => {
    const [event] = events;
    const oldest = events.at(-1);
    if (events.length === 1 && event) return { kind: "one", event };
    return { kind: "many", id: oldest?.id ?? "", events };
  });
}

/** A batch's newest-first events, those of its many jobs drawn together. A group keeps its id while newer ones join it. */
export function groupEvents(events: readonly EventView[]): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let run: EventView[] = [];
  for (const event of events) {
    if (event.jobId !== null) {
      run.push(event);
      continue;
    }
    entries.push(...groupRun(run), { kind: "one", event });
    run = [];
  }
  return [...entries, ...groupRun(run)];
}
