"use client";
import type { BatchView, StandstillView } from "../../core/contracts/views.ts";
import { giveUpBatch, resumeBatch } from "../queries/batches.ts";
import { Notice } from "../ui/notice.tsx";
import { ReasonDialog } from "../ui/reason-dialog.tsx";
import { standstillWords } from "./standstill.model.ts";

/** A batch that stands still with its lane: why, what goes on meanwhile, and what an operator can do about it. */
export function BatchStandstill({ batch, onDone }: { batch: BatchView; onDone: (said: string) => void }) {
  const { stopped } = batch;
  return stopped ? <Stopped batch={batch} stopped={stopped} onDone={onDone} /> : null;
}

type Props = { batch: BatchView; stopped: StandstillView; onDone: (said: string) => void };

function Stopped({ batch, stopped, onDone }: Props) {
  const { id, may } = batch;
  const { meanwhile, givingUp, verb, resuming, goesOn } = standstillWords(batch.state, batch.jobs);
  return (
    <Notice kind="error" role="status" title="Needs a person">
      <p dir="auto">{stopped.reason}</p>
      <p className="text-muted">{meanwhile}</p>
      {may.decide ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <ReasonDialog
            button={verb}
            title={verb}
            description={resuming}
            verb={verb}
            act={(reason) => resumeBatch(id, reason)}
            onDone={() => onDone(goesOn)}
          />
          {givingUp ? (
            <ReasonDialog
              button="Give up the rest"
              title="Give up the rest of this batch"
              description={givingUp}
              verb="Give up the rest"
              danger
              act={(reason) => giveUpBatch(id, reason)}
              onDone={() => onDone("The rest of the batch is given up.")}
            />
          ) : null}
        </div>
      ) : null}
    </Notice>
  );
}
