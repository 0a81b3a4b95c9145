"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SequencerView } from "../../core/contracts/sequencer-views.ts";
import { count } from "../display/amount.model.ts";
import { Time } from "../display/time.tsx";
import { sequencerQuery, stepDown } from "../queries/sequencer.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { Fact, Facts, Panel } from "../ui/panel.tsx";
import { ReadError } from "../ui/read-error.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { ChainPanel } from "./chain-panel.tsx";
import { RingPanel } from "./ring-panel.tsx";
import { nodeName, periodWords, standingOf, ticksWords } from "./sequencer-words.model.ts";
import { TakeoverPanel } from "./takeover-panel.tsx";

/** Who gives everything accepted its position in one order, who would be next, and whether the order is intact. */
export function SequencerPage() {
  const { data: view, error, refetch } = useQuery(sequencerQuery());
  const [said, setSaid] = useState("");
  return (
    <>
      <PageHead title="Sequencer" actions={view ? <StepDown view={view} onDone={setSaid} /> : null} />
      <ReadError
        what="The sequencer"
        error={error}
        kept={view !== undefined}
        onRetry={() => void refetch()}
      />
      <p className="mb-4 max-w-prose text-muted">
        The sequencer gives everything that is accepted a position: 1, 2, 3 and so on, over all lanes. One
        worker at a time does this and the work that is needed once, such as cleaning up; the others are ready
        to take over.
      </p>
      <p role="status" aria-label="What was done" className="mb-3 text-done empty:hidden">
        {said}
      </p>
      {view ? (
        <div className="grid gap-8">
          <SequencerStanding view={view} />
          <RingPanel ring={view.ring} />
          <TakeoverPanel takeovers={view.takeovers} />
          <ChainPanel />
        </div>
      ) : null}
    </>
  );
}

/** What stands at the top: whether positions are given, by whom, and what waits. */
export function SequencerStanding({ view }: { view: SequencerView }) {
  const { writer, waiting, position, tickMs } = view;
  const { kind, title, text } = standingOf(view);
  return (
    <div className="grid gap-4">
      <Notice kind={kind} title={title}>
        <p>{text}</p>
      </Notice>
      <Panel title="Now">
        <Facts>
          <Fact name="Last position">{position === 0 ? "none given yet" : count(position)}</Fact>
          <Fact name="Waiting">
            {waiting.oldestAt === null ? (
              "nothing"
            ) : (
              <>
                {waiting.isMore ? "more than " : ""}
                {count(waiting.count)}, the oldest accepted <Time at={waiting.oldestAt} />
              </>
            )}
          </Fact>
          <Fact name="Order decided by">
            {view.store === "etcd" ? "etcd; the database follows" : "the database"}
          </Fact>
          {writer ? (
            <>
              <Fact name="Given by">
                worker <code className="font-mono text-sm">{nodeName(writer.writer)}</code>
                {writer.since ? (
                  <>
                    , since <Time at={writer.since} />
                  </>
                ) : null}
              </Fact>
              <Fact name="Last beat">
                {ticksWords(writer.ageMs, tickMs)} ago, number {count(writer.seq)}. A beat is one step of the
                worker that gives positions, {periodWords(writer, tickMs)}.
              </Fact>
              <Fact name="Term">
                {count(writer.term)}: the number of this worker's first beat in a row, by which late work of
                an earlier one is refused.
              </Fact>
            </>
          ) : null}
        </Facts>
      </Panel>
    </div>
  );
}

function StepDown({ view, onDone }: { view: SequencerView; onDone: (words: string) => void }) {
  const { writer, may } = view;
  if (!writer || !may.stepDown) return null;
  return (
    <ReasonDialog
      button="Step down"
      title={`Have another worker take over from ${nodeName(writer.writer)}`}
      description="The next worker gives the positions and does the work that is needed once. Nothing is lost, and the present worker goes on with everything else."
      verb="Step down"
      hint="Kept with your name in the audit."
      act={(reason) => stepDown(writer.term, reason)}
      onDone={() => onDone("Asked to step down. Another worker takes over within two seconds.")}
    />
  );
}
