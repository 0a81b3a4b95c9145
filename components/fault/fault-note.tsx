import type { ReactNode } from "react";
import type { FaultView } from "../../core/contracts/views.ts";
import { Notice } from "../ui/notice.tsx";
import { ProblemList } from "../ui/problem-list.tsx";
import { advise } from "./advice.model.ts";

/** What went wrong: what happened, who acts and how, then each place. */
export function FaultNote({ fault, where }: { fault: FaultView; where?: ReactNode }) {
  const { who, act } = advise(fault);
  return (
    <Notice kind={fault.who === "nobody" ? "warning" : "error"} title={fault.message}>
      {where ? <p className="text-muted">In {where}</p> : null}
      <p className="mt-1">
        <span className="font-medium">{who}:</span> {act}
      </p>
      <ProblemList problems={fault.problems.filter((problem) => problem.message !== fault.message)} />
      <p className="mt-1">
        <code className="font-mono text-muted text-xs">{fault.code}</code>
      </p>
    </Notice>
  );
}
