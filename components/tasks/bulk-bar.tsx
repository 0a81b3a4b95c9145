"use client";
import { useState } from "react";
import { counted } from "../display/amount.model.ts";
import { cancelTask, retryTask } from "../queries/tasks.ts";
import { useSelection } from "../rows/selection.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { ReasonForm } from "../ui/reason-form.tsx";
import { actOnEach, type EachDone } from "./act-on-each.ts";
import { BulkRefusals } from "./bulk-refusals.tsx";

const ACTS = {
  retry: {
    verb: "Retry",
    past: "retried",
    lost: "Each goes on after the last step that was kept, with all its tries anew. Only dead and paused tasks can be retried.",
    danger: false,
    act: (id: string, reason: string) => retryTask(id, { from: "last-step", reason }),
  },
  cancel: {
    verb: "Cancel",
    past: "cancelled",
    lost: "They end and cannot be retried. A step that is being done may still have its effect. The next task of each lane may start.",
    danger: true,
    act: cancelTask,
  },
} as const;
type Act = keyof typeof ACTS;

/** Acts on the selected tasks, one after the other. */
export function TaskBulkBar() {
  const { ids, clear } = useSelection();
  if (ids.size === 0) return null;
  const label = `${counted(ids.size, "task")} selected`;
  return (
    <section
      aria-label={label}
      className="mb-3 flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised px-3 py-2"
      data-print="no"
    >
      <span className="mr-2 font-medium tabular-nums">{label}</span>
      <BulkAct name="retry" ids={[...ids]} onClosed={clear} />
      <BulkAct name="cancel" ids={[...ids]} onClosed={clear} />
      <Button kind="quiet" onClick={clear}>
        Clear the selection
      </Button>
    </section>
  );
}

type Props = { readonly name: Act; readonly ids: readonly string[]; readonly onClosed: () => void };

/** A button for an act on many tasks, and its dialog: what is lost, why, and what came of it. */
function BulkAct({ name, ids, onClosed }: Props) {
  const [open, setOpen] = useState(false);
  const [soFar, setSoFar] = useState<number>();
  const [result, setResult] = useState<EachDone>();
  const { verb, past, lost, danger, act } = ACTS[name];
  const words = `${verb} ${counted(ids.length, "task")}`;
  const close = () => {
    setOpen(false);
    if (result) onClosed();
    setResult(undefined);
  };
  const run = async (reason: string) => {
    const done = await actOnEach(ids, (id) => act(id, reason), setSoFar).finally(() => setSoFar(undefined));
    setResult(done);
  };
  return (
    <>
      <Button kind={danger ? "danger" : "outline"} onClick={() => setOpen(true)}>
        {words}
      </Button>
      <Dialog
        wide
        open={open}
        onOpenChange={(to) => (to ? setOpen(true) : close())}
        title={words}
        description={lost}
      >
        {result ? (
          <div className="grid gap-3">
            <Notice
              kind={result.refused.length > 0 ? "warning" : "good"}
              role="status"
              title={`${counted(result.done, "task")} ${past}${result.refused.length > 0 ? `, ${counted(result.refused.length, "task")} refused` : ""}.`}
            />
            <BulkRefusals refused={result.refused} />
            <Button kind="filled" className="justify-self-end" onClick={close}>
              Close
            </Button>
          </div>
        ) : (
          <ReasonForm
            verb={words}
            danger={danger}
            hint="Kept with your name in the timeline of each task and in the audit."
            aside={
              <span role="status" className="text-muted text-sm">
                {soFar === undefined ? "" : `${soFar} of ${counted(ids.length, "task")}`}
              </span>
            }
            act={run}
            onCancel={close}
            onDone={() => undefined}
          />
        )}
      </Dialog>
    </>
  );
}
