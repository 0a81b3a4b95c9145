import type { TaskMoveView } from "../../core/contracts/task-views.ts";
import { duration } from "../display/time.model.ts";
import { Time } from "../display/time.tsx";
import { FAMILY_CLASSES } from "../state/family-classes.ts";
import { StateIcon } from "../state/state-icon.tsx";
import { TASK_LOOKS } from "../state/task.model.ts";
import { Panel } from "../ui/panel.tsx";

const AT_ONCE_MS = 100;
/** Those that are shown at once. */
const SHOWN = 40;

/** What has happened to a task, newest first. */
export function TaskMoves({ moves }: { moves: readonly TaskMoveView[] }) {
  const entries = moves.map((move, place) => ({ move, place, before: moves[place - 1] })).reverse();
  const older = entries.slice(SHOWN);
  return (
    <Panel title="Timeline">
      <Moves entries={entries.slice(0, SHOWN)} />
      {older.length > 0 ? (
        <details className="mt-2">
          <summary className="w-fit cursor-pointer text-accent">Show {older.length} earlier moves</summary>
          <Moves entries={older} />
        </details>
      ) : null}
    </Panel>
  );
}

type Entry = {
  readonly move: TaskMoveView;
  readonly place: number;
  readonly before: TaskMoveView | undefined;
};

function Moves({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="mb-3 ml-2 border-line border-l">
      {entries.map((entry) => (
        <Move key={`${entry.move.at} ${entry.place}`} {...entry} />
      ))}
    </ol>
  );
}

function Move({ move: { at, to, from, actor, reason }, before }: Entry) {
  const { family, icon, word } = TASK_LOOKS[to];
  const spanMs = before ? Date.parse(at) - Date.parse(before.at) : undefined;
  const isRetry = from !== null && to === "Accepted";
  return (
    <li className="relative pb-3 pl-4 last:pb-0">
      <span
        className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ${FAMILY_CLASSES[family].solid}`}
      />
      <div className="flex flex-wrap items-baseline gap-x-2">
        {isRetry ? <span className="font-medium">Tried again</span> : null}
        <span className={`inline-flex items-center gap-1 ${FAMILY_CLASSES[family].text}`}>
          <StateIcon name={icon} size={13} />
          {word}
        </span>
      </div>
      <div className="wrap-anywhere flex flex-wrap gap-x-2 text-muted text-sm">
        <Time at={at} />
        <span>by {actor}</span>
        {spanMs === undefined ? null : (
          <span>{spanMs < AT_ONCE_MS ? "at once" : `after ${duration(spanMs)}`}</span>
        )}
      </div>
      {reason === null ? null : (
        <p className="wrap-anywhere mt-0.5" dir="auto">
          {reason}
        </p>
      )}
    </li>
  );
}
