import type { SequencerView } from "../../core/contracts/sequencer-views.ts";
import { count } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { Empty } from "../ui/empty.tsx";
import { Panel } from "../ui/panel.tsx";
import { nodeName } from "./sequencer-words.model.ts";

/** When another worker has taken over, newest first. */
export function TakeoverPanel({ takeovers }: Pick<SequencerView, "takeovers">) {
  return (
    <Panel title="Takeovers">
      {takeovers.length === 0 ? (
        <Empty title="No takeover yet.">
          When the worker that gives positions ends or is stopped, who took over and how long that took appear
          here.
        </Empty>
      ) : (
        <ol className="rounded-md border border-line bg-surface">
          {takeovers.map(({ term, at, from, to, gapMs, inPeace }) => (
            <li
              key={term}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b px-3 py-2 last:border-b-0"
            >
              <Time at={at} className="text-muted" />
              <span>
                {from === null ? (
                  "First of all: "
                ) : (
                  <code className="font-mono text-sm">{nodeName(from)}</code>
                )}
                {from === null ? null : " to "}
                <code className="font-mono text-sm">{nodeName(to)}</code>
              </span>
              {gapMs === null ? null : (
                <span className="tabular-nums">
                  after {count(gapMs)} ms
                  <span className="text-muted">
                    {inPeace ? ", handed over" : ", the one before fell silent"}
                  </span>
                </span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
