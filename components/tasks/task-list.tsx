"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { TaskRow } from "../../core/contracts/task-views.ts";
import { TASK_STATES } from "../../core/task/states.ts";
import { taskKindsQuery, tasksQuery } from "../queries/tasks.ts";
import { FilterBar } from "../rows/filter-bar.tsx";
import { isNarrowed, taskFilter } from "../rows/list-filters.model.ts";
import { RowsTable } from "../rows/rows-table.tsx";
import { SelectionProvider } from "../rows/selection.tsx";
import { useUrlFilter } from "../rows/use-url-filter.ts";
import { TASK_LOOKS } from "../state/task.model.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { TaskBulkBar } from "./bulk-bar.tsx";
import { StateChips } from "./state-chips.tsx";
import { TASK_COLUMNS } from "./task-columns.tsx";

const idOf = (task: TaskRow) => task.id;
const STATES = TASK_STATES.map((value) => ({ value, label: TASK_LOOKS[value].word }));
const LINES = [
  { name: "lane", label: "Lane key (whole)", maxLength: 1_000 },
  { name: "submitter", label: "Submitter (whole name)", maxLength: 254 },
  { name: "from", label: "From day (UTC)", type: "date" },
  { name: "to", label: "To day (UTC)", type: "date" },
] as const;

/** All tasks, newest first: those of people and programs, and Waybill's own. */
export function TaskList() {
  const filter = taskFilter(useUrlFilter().value);
  return (
    <SelectionProvider key={JSON.stringify(filter)}>
      <PageHead
        title="Tasks"
        actions={
          <Button asChild>
            <Link href="/tasks/kinds">Start a task, see schedules</Link>
          </Button>
        }
      />
      <StateChips chosen={filter.state} />
      <FilterBar
        choices={[
          { name: "name", label: "Filter by name", all: "All names", options: useNames(filter.name) },
          { name: "state", label: "Filter by state", all: "All states", options: STATES },
        ]}
        lines={LINES}
      />
      <TaskBulkBar />
      <RowsTable
        query={tasksQuery(filter)}
        caption="Tasks, newest first"
        columns={TASK_COLUMNS}
        idOf={idOf}
        nouns={["task", "tasks"]}
        empty={
          isNarrowed(filter) ? (
            <Empty title="Nothing matches these filters.">Clear them to see everything.</Empty>
          ) : (
            <Empty title="No tasks yet.">
              Durable work appears here: scheduled fixity, copies, and tasks of your own. They begin by their
              schedules, through the API, or <TextLink href="/tasks/kinds">by hand</TextLink>.
            </Empty>
          )
        }
      />
    </SelectionProvider>
  );
}

/** The names workers know, and the one an address of this page names besides. */
function useNames(chosen: string | undefined) {
  const known = useQuery(taskKindsQuery()).data ?? [];
  const names = known.map(({ name }) => name);
  const all = chosen === undefined || names.includes(chosen) ? names : [chosen, ...names];
  return all.map((name) => ({ value: name, label: name }));
}
