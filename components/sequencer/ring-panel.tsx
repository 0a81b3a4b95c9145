import type { SequencerNodeView } from "../../core/contracts/sequencer-views.ts";
import { counted } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { Empty } from "../ui/empty.tsx";
import { Panel } from "../ui/panel.tsx";
import { nodeName, placeWords } from "./sequencer-words.model.ts";

/** The workers in the order in which they take over. */
export function RingPanel({ ring }: { ring: readonly SequencerNodeView[] }) {
  const nodes = [...ring].sort((one, other) => (one.distance ?? 0) - (other.distance ?? 0));
  return (
    <Panel title="Workers">
      {nodes.length === 0 ? (
        <Empty title="No worker is running.">
          Workers appear here while they are connected to the database.
        </Empty>
      ) : (
        <ol className="rounded-md border border-line bg-surface">
          {nodes.map((node) => (
            <li
              key={node.key}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0"
              aria-current={node.distance === 0 ? "true" : undefined}
            >
              <span
                className="w-6 text-muted tabular-nums"
                title="Places behind the worker that gives positions"
              >
                {node.distance ?? "–"}
              </span>
              <code title={node.key} className="font-mono text-sm">
                {nodeName(node.key)}
              </code>
              <span className={node.distance === 0 ? "font-medium" : undefined}>{placeWords(node)}</span>
              <span className="text-muted text-sm">
                seen <Time at={node.seenAt} />
              </span>
              {node.beatsLost > 0 && (
                <span
                  className="text-muted text-sm tabular-nums"
                  title="Beats it tried to write although another worker had just written one: harmless, and expected now and then."
                >
                  {counted(node.beatsLost, "beat")} came second
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
