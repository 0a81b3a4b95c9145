import type { JobView } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { ProblemList } from "../ui/problem-list.tsx";

const WHOLE = { container: "Container", manifest: "Files", file: "File" } as const;

/** What was odd about a job's manifest, container or files and did not stop it; nothing when there was nothing. */
export function JobWarnings({ job: { warnings, payload } }: { job: JobView }) {
  if (warnings.count === 0) return null;
  return (
    <Panel title="Warnings">
      <Notice
        kind="warning"
        title={`Accepted with ${counted(warnings.count, "warning")}. Check that the files are the ones you meant.`}
      >
        <ProblemList
          problems={warnings.first}
          total={warnings.count}
          whole={WHOLE[payload]}
          nouns={["warning", "warnings"]}
        />
      </Notice>
    </Panel>
  );
}
