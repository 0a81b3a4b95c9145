import type { JobView } from "../../core/contracts/views.ts";
import { hasEnded } from "../../core/job/states.ts";
import { count, counted } from "../display/amount.model.ts";
import { FetchedBar } from "../display/fetched-bar.tsx";

/** How much of a job's files has arrived while they are being fetched; nothing before anything is known about them. */
export function JobProgress({ job: { state, files, container } }: { job: JobView }) {
  if (hasEnded(state)) return null;
  const hasContainer = container !== null && container.done !== "0";
  if (!hasContainer && files.count === 0) return null;
  return (
    <div className="mt-2 rounded-md border border-line bg-surface p-3">
      {hasContainer ? (
        <FetchedBar done={container.done} total={container.total} what="Container" />
      ) : (
        <FetchedBar
          done={files.done}
          total={files.bytes === "0" ? null : files.bytes}
          what={`${count(files.verified)} of ${counted(files.count, "file")} verified`}
        />
      )}
    </div>
  );
}
