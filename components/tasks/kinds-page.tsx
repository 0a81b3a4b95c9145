"use client";
import { useQuery } from "@tanstack/react-query";
import type { TaskKindView, TaskScheduleView } from "../../core/contracts/task-views.ts";
import { Time } from "../display/time.tsx";
import { taskKindsQuery } from "../queries/tasks.ts";
import { Empty } from "../ui/empty.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { TextLink } from "../ui/row-link.tsx";
import { RowsSkeleton } from "../ui/skeleton.tsx";
import { JsonView } from "./json-view.tsx";
import { StartDialog } from "./start-dialog.tsx";

/** The tasks that workers know: what each is, when it begins by itself, and a way to start it by hand. */
export function KindsPage() {
  const { data: kinds, error, refetch } = useQuery(taskKindsQuery());
  return (
    <>
      <PageHead
        title="Kinds of tasks"
        below={
          <span>
            What workers know. An installation&apos;s own are loaded from the folders and packages that TASKS
            names.
          </span>
        }
      />
      <ReadError
        what="The kinds of tasks"
        error={error}
        kept={kinds !== undefined}
        onRetry={() => void refetch()}
      />
      {kinds ? <Kinds kinds={kinds} /> : error ? null : <RowsSkeleton label="Loading the kinds of tasks" />}
    </>
  );
}

function Kinds({ kinds }: { kinds: readonly TaskKindView[] }) {
  if (kinds.length === 0)
    return (
      <Empty title="No worker has named a task yet.">Each worker enters what it knows as it starts.</Empty>
    );
  return (
    <div className="grid gap-6">
      {kinds.map((kind) => (
        <Kind key={kind.name} kind={kind} />
      ))}
    </div>
  );
}

function Kind({ kind }: { kind: TaskKindView }) {
  return (
    <Panel title={kind.name} aside={kind.isOpen ? <StartDialog kind={kind} /> : null}>
      {kind.description === null ? null : <p className="mb-2 max-w-prose">{kind.description}</p>}
      <Facts>
        <Fact name="Version">{kind.version}</Fact>
        <Fact name="Begins">
          <Beginnings kind={kind} />
        </Fact>
        <Fact name="Lane">
          {kind.key.length === 0
            ? "none: its tasks do not wait for each other"
            : `one after the other, for the same ${kind.key.join(", ")}`}
        </Fact>
        {kind.isOpen ? (
          <Fact name="Idempotency-Key">{kind.needsKey ? "needed" : "may be left out"}</Fact>
        ) : null}
        <Fact name="Input">
          {kind.schema === null ? (
            "known to the worker alone"
          ) : (
            <Schema name={kind.name} schema={kind.schema} />
          )}
        </Fact>
        <Fact name="Its tasks">
          <TextLink href={`/tasks?name=${encodeURIComponent(kind.name)}`}>Show all</TextLink>
        </Fact>
      </Facts>
    </Panel>
  );
}

function Beginnings({ kind: { isOpen, schedules } }: { kind: TaskKindView }) {
  return (
    <>
      {isOpen ? "By hand and through the API" : "Not by hand, nor through the API"}
      {schedules.length === 0 ? null : (
        <ul className="mt-1 grid gap-1">
          {schedules.map((schedule) => (
            <Schedule key={schedule.name} schedule={schedule} />
          ))}
        </ul>
      )}
    </>
  );
}

function Schedule({ schedule: { name, cron, timeZone, nextAt } }: { schedule: TaskScheduleView }) {
  return (
    <li>
      By the schedule {name}: <code className="font-mono text-sm">{cron}</code> in {timeZone}, next{" "}
      <Time at={nextAt} />
    </li>
  );
}

function Schema({ name, schema }: { name: string; schema: unknown }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer text-accent">JSON Schema</summary>
      <div className="mt-1">
        <JsonView value={schema} what={`schema of ${name}`} />
      </div>
    </details>
  );
}
