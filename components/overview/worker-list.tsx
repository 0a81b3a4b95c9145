import type { WorkerView } from "../../core/contracts/overview-views.ts";
import { Time } from "../display/time.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";

/** The workers that run now. */
export function WorkerList({ workers }: { workers: readonly WorkerView[] }) {
  return (
    <Panel title="Workers">
      {workers.length === 0 ? (
        <Notice kind="error" title="No worker is running">
          Nothing is fetched or stored until one is started.
        </Notice>
      ) : (
        <ul className="rounded-md border border-line bg-surface">
          {workers.map(({ name, startedAt, lacks }) => (
            <li
              key={`${name} ${startedAt}`}
              className="wrap-anywhere border-line border-b px-3 py-2 last:border-b-0"
            >
              <span className="font-medium">{name}</span>{" "}
              <span className="text-muted text-sm">
                started <Time at={startedAt} />
              </span>
              {lacks === null ? null : <p className="text-person text-sm">{lacks}</p>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
