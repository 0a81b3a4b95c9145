import type { JobView } from "../../core/contracts/views.ts";
import { hasEnded } from "../../core/job/states.ts";
import { bytes, count, counted } from "../display/amount.model.ts";
import { ProgressBar } from "../ui/progress.tsx";

/** How much of a job's files has come, while they are being brought; nothing before anything is known of them. */
export function JobProgress({ job: { state, files, container } }: { job: JobView }) {
  if (hasEnded(state)) return null;
  if (container && container.done !== "0")
    return <Bar done={container.done} total={container.total} what="Container" />;
  if (files.count === 0) return null;
  return (
    <Bar
      done={files.done}
      total={files.bytes === "0" ? null : files.bytes}
      what={`${count(files.verified)} of ${counted(files.count, "file")} verified`}
    />
  );
}

function Bar({ done, total, what }: { done: string; total: string | null; what: string }) {
  const amount = total === null ? `${bytes(done)} fetched` : `${bytes(done)} of ${bytes(total)} fetched`;
  return (
    <div className="mt-2 grid gap-1.5 rounded-md border border-line bg-surface p-3">
      <p className="tabular-nums">
        {what}, {amount}
      </p>
      {total === null ? null : (
        <ProgressBar label="Bytes" done={Number(done)} total={Number(total)} text={amount} />
      )}
    </div>
  );
}
