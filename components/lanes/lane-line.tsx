import type { ReactNode } from "react";
import type { LaneBatchView, LaneView } from "../../core/contracts/lane-views.ts";
import { count } from "../display/amount.model.ts";
import { Panel } from "../ui/panel.tsx";
import { BatchActs, BatchLine, OpenBatch } from "./lane-batch.tsx";

type Props = { readonly lane: LaneView; readonly onDone: (said: string) => void };

/** The lane as a queue, from left to right: the last ones done, the ones in flight, the next ones. */
export function LaneLine({ lane, onDone }: Props) {
  const { done, openBatches, open, waiting, depth, depthIsMore } = lane;
  const behind = depth - waiting.length;
  return (
    <Panel title="Line">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)_minmax(0,1.2fr)]">
        <Part title="Done" empty="Nothing yet." rest={null}>
          {[...done].reverse().map((batch) => (
            <Row key={batch.id} batch={batch} />
          ))}
        </Part>
        <Part
          title="In flight"
          empty="Nothing is in flight."
          rest={open > openBatches.length ? `and ${count(open - openBatches.length)} more` : null}
        >
          {openBatches.map((batch) => (
            <OpenBatch key={batch.id} batch={batch} lane={lane} onDone={onDone} />
          ))}
        </Part>
        <Part
          title="Waiting"
          empty="Nothing waits."
          rest={behind > 0 || depthIsMore ? `and ${count(behind)}${depthIsMore ? "+" : ""} more` : null}
        >
          {waiting.map((batch) => (
            <Row
              key={batch.id}
              batch={batch}
              beside={<BatchActs batch={batch} lane={lane} onDone={onDone} />}
            />
          ))}
        </Part>
      </div>
    </Panel>
  );
}

type PartProps = {
  readonly title: string;
  readonly empty: string;
  /** What the list leaves out. */
  readonly rest: string | null;
  readonly children: readonly ReactNode[];
};

function Part({ title, empty, rest, children }: PartProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1.5 font-medium text-muted text-sm">{title}</h3>
      {children.length > 0 ? (
        <ol className="grid max-h-[32rem] grid-cols-[minmax(0,1fr)] gap-2 overflow-y-auto">{children}</ol>
      ) : rest === null ? (
        <p className="rounded-md border border-line border-dashed px-3 py-2 text-muted">{empty}</p>
      ) : null}
      {rest ? <p className="mt-1.5 text-muted text-sm">{rest}</p> : null}
    </section>
  );
}

function Row({ batch, beside }: { batch: LaneBatchView; beside?: ReactNode }) {
  return (
    <li className="rounded-md border border-line bg-surface px-3 py-1.5">
      <BatchLine batch={batch} beside={beside} />
    </li>
  );
}
