import type { EventView } from "../../core/contracts/views.ts";
import { rowsQuery } from "./rows.ts";

export type EventFilter = {
  readonly batch?: string;
  readonly job?: string;
  readonly cursor?: string | undefined;
};

export function eventsQuery(filter: EventFilter) {
  return rowsQuery<EventView>(["events", filter], "events", filter);
}
