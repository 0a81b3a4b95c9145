import type { TaskView } from "../../core/contracts/task-views.ts";
import { count, counted } from "../display/amount.model.ts";
import { ExactTime } from "../display/time.tsx";
import { Mono } from "../ui/mono.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { TextLink } from "../ui/row-link.tsx";

/** What a task is, and how it stands. */
export function TaskFacts({ task }: { task: TaskView }) {
  return (
    <Panel title="Task">
      <Facts>
        <Fact name="Name">
          <TextLink href={`/tasks?name=${encodeURIComponent(task.name)}`}>{task.name}</TextLink>, version{" "}
          {task.version}
        </Fact>
        <Fact name="Lane">
          {task.lane === null ? "none: it waits for no other task" : <LaneOf task={task} lane={task.lane} />}
        </Fact>
        <Fact name="Position">
          {task.position === null ? (
            "none yet"
          ) : (
            <>
              {count(Number(task.position))} in the <TextLink href="/sequencer">order of everything</TextLink>
            </>
          )}
        </Fact>
        <Fact name="Failed tries">{task.failures === 0 ? "none" : count(task.failures)}</Fact>
        {task.kills > 0 ? (
          <Fact name="Workers lost">{counted(task.kills, "worker")} since it last got further</Fact>
        ) : null}
        <Fact name="Last step kept">{task.lastStep ?? "none yet"}</Fact>
        <Fact name="Idempotency-Key">
          {task.idempotencyKey === null ? "none" : <Mono text={task.idempotencyKey} what="Idempotency-Key" />}
        </Fact>
        <Fact name="Accepted">
          <ExactTime at={task.createdAt} />
        </Fact>
        {task.endedAt ? (
          <Fact name="Ended">
            <ExactTime at={task.endedAt} />
          </Fact>
        ) : null}
      </Facts>
    </Panel>
  );
}

/** The key it shares with those it waits for, its place among them, and the way to them. */
function LaneOf({ task, lane }: { task: TaskView; lane: string }) {
  const query = new URLSearchParams({ name: task.name, lane });
  return (
    <>
      <code className="font-mono text-sm">{lane}</code>
      <span className="block">
        {task.laneSeq === null ? null : `Place ${count(Number(task.laneSeq))}. `}
        <TextLink href={`/tasks?${query}`}>All tasks of this lane</TextLink>
      </span>
    </>
  );
}
