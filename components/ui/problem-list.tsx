import type { Problem } from "../../core/errors.ts";
import { counted } from "../display/amount.model.ts";

const SHOWN = 5;

function Lines({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="grid gap-1">
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one line may have the same problem twice, and the list never reorders
        <li key={`${problem.line}-${problem.code}-${at}`} className="grid gap-x-3 sm:grid-cols-[5.5rem_1fr]">
          <span className="text-muted">
            {problem.line > 0 ? `Line ${problem.line.toLocaleString("en")}` : "Whole"}
          </span>
          <span dir="auto">
            {problem.message} <code className="font-mono text-muted text-xs">{problem.code}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** What is wrong, line by line; folded when there is much of it. `total`: how many there are, when not all are listed. */
export function ProblemList({
  problems,
  total = problems.length,
}: {
  problems: readonly Problem[];
  total?: number;
}) {
  if (problems.length === 0) return null;
  const rest = problems.slice(SHOWN);
  return (
    <div className="mt-2 text-sm">
      <Lines problems={problems.slice(0, SHOWN)} />
      {rest.length > 0 ? (
        <details className="mt-1">
          <summary className="w-fit text-accent">Show {counted(rest.length, "more problem")}</summary>
          <div className="mt-1">
            <Lines problems={rest} />
          </div>
        </details>
      ) : null}
      {total > problems.length ? (
        <p className="mt-1 text-muted">
          and {counted(total - problems.length, "problem")} more that are not listed.
        </p>
      ) : null}
    </div>
  );
}
