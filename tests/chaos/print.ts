import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { JobFigures } from "./deposits.ts";
import type { Header } from "./header.ts";
import type { Limits } from "./limits.ts";
import { type ChaosOptions, commandOf } from "./options.ts";
import type { Verdict } from "./verdict.ts";

/** What a run has found; only what was measured. Times in seconds. */
export type Findings = {
  readonly header: Header;
  /** How often each fault happened, as it says itself, and how often one could not be done. */
  readonly faults: ReadonlyMap<string, number>;
  readonly undone: number;
  /** What was shown one by one: evidence, or why it does not hold. */
  readonly directed: readonly { readonly name: string; readonly said: string; readonly holds: boolean }[];
  readonly verdict: Verdict;
  readonly jobs: JobFigures;
  readonly recoveries: readonly number[];
  readonly limits: Limits;
  readonly times: {
    readonly acts: number;
    readonly finalS: number;
    readonly reportedS: number;
    readonly wholeS: number;
  };
  readonly isPassed: boolean;
};

/** Prints one line per group, and writes all of it as JSON. */
export async function print(options: ChaosOptions, findings: Findings): Promise<void> {
  const { faults, undone, directed, verdict, jobs, recoveries, limits, times, isPassed } = findings;
  const injected = [...faults.values()].reduce((sum, count) => sum + count, 0);
  console.log(`faults   injected ${injected}  kinds ${faults.size}  could not be done just then ${undone}`);
  for (const [name, count] of [...faults].sort()) console.log(`  ${name}: ${count}`);
  if (directed.length > 0)
    console.log(`shown    ${directed.length}  hold ${directed.filter(({ holds }) => holds).length}`);
  console.log(
    `batches  ${words(verdict.byStatus)}  lost ${verdict.lost}  duplicated ${verdict.duplicated}  unfinished ${verdict.unfinished}`,
  );
  console.log(
    `order    lanes ${verdict.lanes}  submissions ${verdict.submissions}  out-of-order ${verdict.outOfOrder}  overlap ${verdict.overlap}  unexpected ${verdict.unexpected}  sent late and not executed ${verdict.late}`,
  );
  console.log(
    `jobs     ${jobs.jobs}  completed ${jobs.completed}  lost ${jobs.lost}  moved twice ${jobs.movedTwice}  effects twice: ark ${jobs.arksTwice} version ${jobs.versionsTwice} report ${jobs.reportsTwice}  storage errors ${jobs.storageErrors}`,
  );
  console.log(
    `fencing  attempts ${words(verdict.attempts)}  late answers refused ${verdict.lateAnswers}  claims taken over ${verdict.takeovers}  still held ${verdict.locked}`,
  );
  console.log(
    `recovery ${recoveryWords(recoveries)}  after the faults all final in ${times.finalS.toFixed(1)} s, all reported in ${times.reportedS.toFixed(1)} s, operator acts ${times.acts}`,
  );
  console.log(
    `limits   worker rss max ${limits.workerRssMb.toFixed(0)} MB  db connections max ${limits.databaseConnections}  redis keys max ${limits.redisKeys}`,
  );
  console.log(`time     ${times.wholeS.toFixed(0)} s in all`);
  if (!isPassed) console.log(`again    ${commandOf(options)}`);
  console.log(`RESULT ${isPassed ? "PASS" : "FAIL"}`);
  await write(options, findings);
}

function words(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort()
    .map(([name, count]) => `${name} ${count}`)
    .join("  ");
}

/** Of claims of killed workers, until they were somebody else's or nobody's. */
function recoveryWords(recoveries: readonly number[]): string {
  if (recoveries.length === 0) return "no claim was held by a killed worker";
  const sorted = [...recoveries].sort((a, b) => a - b);
  const at = (share: number) =>
    ((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) / 1_000).toFixed(1);
  return `kill p50 ${at(0.5)} s p95 ${at(0.95)} s max ${at(1)} s of ${sorted.length} claims`;
}

async function write(options: ChaosOptions, findings: Findings): Promise<void> {
  await mkdir(options.json, { recursive: true });
  const file = path.join(options.json, `chaos-${options.profile}-${options.seed}.json`);
  const whole = { ...options, ...findings, faults: Object.fromEntries(findings.faults) };
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`);
}
