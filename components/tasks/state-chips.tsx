"use client";
import { useQuery } from "@tanstack/react-query";
import { TASK_STATES, type TaskState } from "../../core/task/states.ts";
import { count } from "../display/amount.model.ts";
import { taskCountsQuery } from "../queries/tasks.ts";
import { FilterLink } from "../rows/filter-link.tsx";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { TASK_LOOKS } from "../state/task.model.ts";
import { join } from "../ui/join.ts";

/** How many tasks are in each state, all names together; each narrows the list below to its state, and widens it again. */
export function StateChips({ chosen }: { chosen: TaskState | undefined }) {
  const { data } = useQuery(taskCountsQuery());
  if (!data) return null;
  const shown = TASK_STATES.filter((state) => data.states[state] > 0 || state === chosen);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="All tasks by state" className="mb-3" data-print="no">
      <ul className="flex flex-wrap gap-1.5">
        {shown.map((state) => {
          const { word, icon, family } = TASK_LOOKS[state];
          const tasks = data.states[state];
          return (
            <li key={state}>
              <FilterLink
                changes={{ state: state === chosen ? undefined : state }}
                pressed={state === chosen}
                className={join(
                  "inline-flex h-7 items-center gap-1 rounded-sm px-2 text-sm",
                  FAMILY_CLASSES[family].badge.replace(" line-through", ""),
                  state === chosen && "outline-2 outline-current outline-solid",
                )}
              >
                <StateIcon name={icon} />
                {word}{" "}
                <span className="font-medium tabular-nums">
                  {tasks >= data.most ? `${count(data.most)}+` : count(tasks)}
                </span>
              </FilterLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
