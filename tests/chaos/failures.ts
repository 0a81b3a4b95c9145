import { type Findings, RECOVERY_MOST_MS } from "./findings.ts";
import { ORDER } from "./order.ts";
import { quantile } from "./quantile.ts";
import { JUDGES } from "./repository/judge.ts";
import { TASKS } from "./tasks/judge.ts";
import { RED } from "./verdict.ts";

/** Everything a run looks at to say whether it failed. */
export const INVARIANTS =
  [RED, JUDGES, ORDER, TASKS].reduce((sum, group) => sum + Object.keys(group).length, 0) + 5;

/** Why a run fails, a sentence for each reason; none: it passes. */
export function failuresOf(findings: Omit<Findings, "failures">): readonly string[] {
  const { verdict, repository, order, tasks, disturbed, directed, recoveries, deaths } = findings;
  const killMs = quantile(recoveries.kill, 0.95);
  return [
    ...Object.entries(RED).flatMap(([name, words]) => counted(verdict[name as keyof typeof RED], words)),
    ...Object.entries(JUDGES).flatMap(([name, { words }]) =>
      found(repository.found[name as keyof typeof JUDGES], words),
    ),
    ...Object.entries(ORDER).flatMap(([name, words]) =>
      found(order.found[name as keyof typeof ORDER], words),
    ),
    ...Object.entries(TASKS).flatMap(([name, words]) =>
      found(tasks.found[name as keyof typeof TASKS], words),
    ),
    ...verdict.afterCommit.slice(0, 3),
    ...deaths.map((words) => `A worker has died: ${words}`),
    ...disturbed.broken.map((words) => `${words}.`),
    ...directed.filter(({ holds }) => !holds).map(({ name, said }) => `${name}: ${said}.`),
    ...(disturbed.hasRoom ? disturbed.owed : []).map(
      (code) => `${code} is listed for every run of half a minute or more and did not happen once.`,
    ),
    ...(killMs !== undefined && killMs > RECOVERY_MOST_MS
      ? [
          `Of claims of killed workers, 5 in 100 were free only after ${(killMs / 1_000).toFixed(1)} s or more.`,
        ]
      : []),
  ];
}

function counted(count: number, words: string): string[] {
  return count === 0 ? [] : [`${count} ${words}.`];
}

/** Findings of which the first is told; the figures kept as JSON have all. */
function found(findings: readonly string[], words: string): string[] {
  const [first] = findings;
  return first === undefined ? [] : [`${findings.length} ${words}: ${first}.`];
}
