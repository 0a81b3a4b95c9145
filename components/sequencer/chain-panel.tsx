"use client";
import { useEffect, useRef, useState } from "react";
import type { ChainVerification } from "../../core/contracts/sequencer-views.ts";
import { counted } from "../display/amount.model.ts";
import { verifyChain } from "../queries/sequencer.ts";
import { Button } from "../ui/button.tsx";
import { ErrorNote } from "../ui/error-note.tsx";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { added, chainWords } from "./sequencer-words.model.ts";

/** Whether every position is still what was ordered: verified piece by piece, until the end or until it is stopped. */
export function ChainPanel() {
  const { found, error, isRunning, run, stop } = useVerification();
  return (
    <Panel
      title="Chain"
      aside={
        isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button onClick={run}>
            {found && !found.isWhole && !found.fault ? "Continue" : "Verify the chain"}
          </Button>
        )
      }
    >
      <p className="mb-2 max-w-prose text-muted">
        The positions given by one beat are an epoch. Each epoch is signed and names the hash of the one
        before, so that a later change shows. Verifying reads everything and changes nothing.
      </p>
      {found ? <ChainFound found={found} isRunning={isRunning} /> : null}
      {error ? <ErrorNote error={error} /> : null}
    </Panel>
  );
}

/** What was found, so far or in all. */
export function ChainFound({ found, isRunning }: { found: ChainVerification; isRunning: boolean }) {
  const { fault, isWhole, unsigned } = found;
  return (
    <Notice
      kind={fault ? "error" : isWhole ? "good" : "info"}
      title={chainWords(found)}
      role={fault ? "alert" : "status"}
    >
      {fault ? <p>Compare with receipts and backups. Epochs behind this one were not looked at.</p> : null}
      {!fault && unsigned > 0 ? <p>{counted(unsigned, "epoch")} will be signed in a moment.</p> : null}
      {!fault && !isWhole && !isRunning ? <p>Stopped. Continue goes on from there.</p> : null}
    </Notice>
  );
}

function useVerification() {
  const [found, setFound] = useState<ChainVerification>();
  const [error, setError] = useState<unknown>();
  const [isRunning, setIsRunning] = useState(false);
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  const run = async () => {
    const control = new AbortController();
    const { signal } = control;
    stopping.current = control;
    let all = found && !found.isWhole && !found.fault ? found : undefined;
    setIsRunning(true);
    setError(undefined);
    try {
      do {
        all = added(all, await verifyChain(all?.reached.seq ?? 0, signal));
        setFound(all);
      } while (!all.isWhole && !all.fault && !signal.aborted);
    } catch (caught) {
      if (!signal.aborted) setError(caught);
    }
    if (stopping.current === control) setIsRunning(false);
  };
  return { found, error, isRunning, run: () => void run(), stop: () => stopping.current?.abort() };
}
