import { counted } from "../display/amount.model.ts";
import { Notice } from "../ui/notice.tsx";
import { ProblemList } from "../ui/problem-list.tsx";
import type { Item } from "./deposit.model.ts";

/** What the check found before anything was uploaded, beside its line. */
export function FileFindings({ item: { check } }: { item: Item }) {
  if (check.kind === "reading") return null;
  if (check.kind === "unreadable") {
    return (
      <div className="mt-2">
        <Notice
          kind="error"
          role="alert"
          title="The browser cannot read this. A folder cannot be deposited; choose the files in it."
        />
      </div>
    );
  }
  const { problems, problemCount, warnings, warningCount } = check.check;
  if (problemCount + warningCount === 0) return null;
  return (
    <div className="mt-2 grid gap-2">
      {problemCount > 0 ? (
        <Notice kind="error" role="alert" title={`Fix ${counted(problemCount, "problem")} before depositing`}>
          <ProblemList problems={problems} total={problemCount} />
        </Notice>
      ) : null}
      {warningCount > 0 ? (
        <Notice kind="warning" title={`${counted(warningCount, "warning")}: you can still deposit`}>
          <ProblemList problems={warnings} total={warningCount} />
        </Notice>
      ) : null}
    </div>
  );
}
