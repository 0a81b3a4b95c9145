import type { Problem } from "../../core/errors.ts";
import { counted } from "../display/amount.model.ts";

const SHOWN = 5;

type LinesProps = Required<Pick<Props, "problems" | "whole">> & { readonly hasLines: boolean };

function Lines({ problems, whole, hasLines }: LinesProps) {
  const row = hasLines ? "grid gap-x-3 sm:grid-cols-[5.5rem_1fr]" : "";
  return (
    <ul className="grid gap-1">
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one line may have the same problem twice, and the list never reorders
        <li key={`${problem.line}-${problem.code}-${at}`} className={row}>
          {hasLines ? (
            <span className="text-muted">
              {problem.line > 0 ? `Line ${problem.line.toLocaleString("en")}` : whole}
            </span>
          ) : null}
          <span dir="auto">
            {problem.message} <code className="font-mono text-muted text-xs">{problem.code}</code>
          </span>
        </li>
      ))}
    </ul>
  );
}

type Props = {
  readonly problems: readonly Problem[];
  /** How many there are, when not all are listed. */
  readonly total?: number;
  /** What has no line of its own is about. */
  readonly whole?: string;
  readonly nouns?: readonly [one: string, many: string];
};

/** What is wrong, line by line where there are lines; folded when there is much of it. */
export function ProblemList({
  problems,
  total = problems.length,
  whole = "Whole",
  nouns: [one, many] = ["problem", "problems"],
}: Props) {
  if (problems.length === 0) return null;
  const hasLines = problems.some(({ line }) => line > 0);
  const rest = problems.slice(SHOWN);
  return (
    <div className="mt-2 text-sm">
      <Lines problems={problems.slice(0, SHOWN)} whole={whole} hasLines={hasLines} />
      {rest.length > 0 ? (
        <details className="mt-1">
          <summary className="w-fit text-accent">
            Show {counted(rest.length, `more ${one}`, `more ${many}`)}
          </summary>
          <div className="mt-1">
            <Lines problems={rest} whole={whole} hasLines={hasLines} />
          </div>
        </details>
      ) : null}
      {total > problems.length ? (
        <p className="mt-1 text-muted">
          and {counted(total - problems.length, one, many)} more that are not listed.
        </p>
      ) : null}
    </div>
  );
}
