import { createColumnHelper } from "@tanstack/react-table";
import type { TaskRow } from "../../core/contracts/task-views.ts";
import { count, shortId } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { SelectBox } from "../rows/selection.tsx";
import { TaskBadge } from "../state/state-badge.tsx";
import { OneLine } from "../ui/one-line.tsx";
import { RowLink } from "../ui/row-link.tsx";
import { type Columns, type Features, VERY_WIDE_ONLY, WIDE_ONLY } from "../ui/table.ts";
import { rowWords } from "./task-words.model.ts";

const column = createColumnHelper<Features, TaskRow>();

/** Columns of the list of tasks. */
export const TASK_COLUMNS: Columns<TaskRow> = column.columns([
  column.display({
    id: "pick",
    header: () => <span className="sr-only">Selected</span>,
    meta: { className: "w-8" },
    cell: ({ row: { original: task } }) => (
      <SelectBox id={task.id} label={`Select ${task.name} ${shortId(task.id)}`} />
    ),
  }),
  column.display({
    id: "task",
    header: "Task",
    meta: { className: "w-1/2" },
    cell: ({ row: { original: task } }) => (
      <div className="min-w-28 max-w-xl sm:min-w-40">
        <RowLink href={`/tasks/${task.id}`}>{task.name}</RowLink>
        <OneLine text={rowWords(task)} className="text-muted text-sm" />
      </div>
    ),
  }),
  column.display({
    id: "state",
    header: "State",
    cell: ({ row: { original: task } }) => <TaskBadge state={task.state} inRow />,
  }),
  column.display({
    id: "next",
    header: "Goes on",
    meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
    cell: ({ row: { original: task } }) => (task.dueAt ? <Time at={task.dueAt} /> : null),
  }),
  column.display({
    id: "failures",
    header: "Failed tries",
    meta: { className: `${VERY_WIDE_ONLY} text-right tabular-nums` },
    cell: ({ row: { original: task } }) => count(task.failures),
  }),
  column.display({
    id: "since",
    header: "Since",
    meta: { className: `${VERY_WIDE_ONLY} whitespace-nowrap text-muted` },
    cell: ({ row: { original: task } }) => <Time at={task.stateAt} />,
  }),
  column.display({
    id: "accepted",
    header: "Accepted",
    meta: { className: `${WIDE_ONLY} whitespace-nowrap text-muted` },
    cell: ({ row: { original: task } }) => <Time at={task.createdAt} />,
  }),
]);
