import type { BulkAct, BulkDone } from "../queries/jobs.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { BulkRefusals } from "./bulk-refusals.tsx";
import { bulkResult, refusalsCsv } from "./bulk-words.model.ts";

type Props = { readonly act: BulkAct; readonly result: BulkDone; readonly onClose: () => void };

/** The result of an act on many jobs, with the ones refused. */
export function BulkResult({ act, result, onClose }: Props) {
  const { done, refused } = result;
  return (
    <div className="grid gap-3">
      <Notice
        kind={refused.length > 0 ? "warning" : "good"}
        role="status"
        title={bulkResult(act, done, refused.length)}
      />
      <BulkRefusals title="Refused" refused={refused} />
      <div className="flex flex-wrap justify-end gap-2">
        {refused.length > 0 ? (
          <Button asChild>
            <a
              download="refused-jobs.csv"
              href={`data:text/csv;charset=utf-8,${encodeURIComponent(refusalsCsv(refused))}`}
            >
              Save refused jobs as CSV
            </a>
          </Button>
        ) : null}
        <Button kind="filled" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
