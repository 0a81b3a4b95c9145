import type { JobView } from "../../core/contracts/views.ts";
import { counted } from "../display/amount.model.ts";
import { Notice } from "../ui/notice.tsx";
import { Panel } from "../ui/panel.tsx";
import { ProblemList } from "../ui/problem-list.tsx";

/** What was odd about a job's container and did not stop it; nothing when there was nothing. */
export function JobWarnings({ job: { warnings } }: { job: JobView }) {
  if (warnings.count === 0) return null;
  return (
    <Panel title="Warnings">
      <Notice
        kind="warning"
        title={`The container was taken with ${counted(warnings.count, "warning")}. Nothing has to be done.`}
      >
        <ProblemList
          problems={warnings.first}
          total={warnings.count}
          whole="Container"
          nouns={["warning", "warnings"]}
        />
      </Notice>
    </Panel>
  );
}
