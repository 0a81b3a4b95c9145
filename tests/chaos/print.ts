import { INVARIANTS } from "./failures.ts";
import type { Findings } from "./findings.ts";
import { type ChaosOptions, commandOf } from "./options.ts";
import { quantile } from "./quantile.ts";

/** Prints one line per group, and the result with a sentence for each reason it failed for. */
export function print(options: ChaosOptions, findings: Findings): void {
  const { directed, tally, verdict, limits, times, failures } = findings;
  printFaults(findings);
  if (directed.length > 0)
    console.log(`shown    ${directed.length}  hold ${directed.filter(({ holds }) => holds).length}`);
  console.log(
    `batches  attempted ${tally.attempted}  acknowledged ${tally.acknowledged}  ${words(verdict.byStatus)}  waiting for a person ${verdict.waitingForPerson}  illegal moves ${verdict.illegalMoves}  lost ${verdict.lost}  duplicated ${verdict.duplicated}  unexpected ${verdict.unexpected}  unfinished ${verdict.unfinished}`,
  );
  console.log(
    `order    lanes ${verdict.lanes}  submissions ${verdict.submissions}  re-submissions ${verdict.resends}  out-of-order ${verdict.outOfOrder}  overlap ${verdict.overlap}  resubmitted-after-commit ${verdict.resubmittedAfterCommit}  sent late and not executed ${verdict.late}  ledger slower than it says ${verdict.ledgerLate}`,
  );
  printRepository(findings);
  printOrder(findings);
  printTasks(findings);
  console.log(
    `fencing  attempts ${words(verdict.attempts)}  late answers refused ${verdict.lateAnswers}  takeovers ${verdict.takeovers}  false takeovers ${verdict.falseTakeovers}  still held ${verdict.locked}  workers died ${findings.deaths.length}`,
  );
  console.log(
    `recovery ${recoveryWords(findings)}  after the faults all final in ${times.finalS.toFixed(1)} s, all reported in ${times.reportedS.toFixed(1)} s, all tasks done in ${times.tasksS.toFixed(1)} s, all told and put away in ${times.tidyS.toFixed(1)} s, operator acts ${times.acts}`,
  );
  console.log(
    `limits   worker rss max ${limits.workerRssMb.toFixed(0)} MB  db connections max ${limits.databaseConnections}  redis keys max ${limits.redisKeys}  retries/min max ${verdict.retriesPerMinute}`,
  );
  console.log(`time     ${times.wholeS.toFixed(0)} s in all`);
  for (const sentence of failures) console.log(`failed   ${sentence}`);
  if (failures.length > 0) console.log(`again    ${commandOf(options)}`);
  console.log(
    `RESULT ${failures.length === 0 ? "PASS" : "FAIL"} (${failures.length} of ${INVARIANTS} invariants broken)`,
  );
}

function printFaults({ disturbed: { faults, groups, undone, owed, hasRoom } }: Findings): void {
  const sum = (counts: ReadonlyMap<string, number>) =>
    [...counts.values()].reduce((all, one) => all + one, 0);
  console.log(
    `faults   injected ${sum(faults)}  kinds ${faults.size}  ${words(Object.fromEntries(groups))}  could not be done just then ${sum(undone)}`,
  );
  for (const [name, count] of [...faults].sort()) console.log(`  ${name}: ${count}`);
  for (const [words, count] of undone)
    if (owed.some((code) => words.startsWith(code))) console.log(`  not done: ${words}: ${count}`);
  if (owed.length > 0)
    console.log(`  not once: ${owed.join(", ")}${hasRoom ? "" : ", for which the run is too short"}`);
}

function printRepository({ deposits, repository }: Findings): void {
  const { found, ...figures } = repository;
  const { attempted, acknowledged, refused } = deposits;
  const counts = Object.entries(found).map(([name, list]) => `${name} ${list.length}`);
  console.log(
    `deposits attempted ${attempted}  acknowledged ${acknowledged}  refused: ${words(refused) || "none"}`,
  );
  console.log(
    `jobs     ${figures.jobs} in ${figures.batches} batches of ${figures.lanes} lanes  completed ${figures.completed}  failed as they should ${figures.failed}  run again by a person ${figures.resumed}`,
  );
  console.log(
    `objects  ${figures.objects}  versions ${figures.versions}  reports ${figures.reports}  mails arrived ${figures.mails}, ${figures.mailsAgain} again  callbacks arrived ${figures.callbacks}, ${figures.callbacksAgain} again`,
  );
  console.log(`witness  ${counts.join("  ")}`);
}

function printOrder({ order: { found, ...figures } }: Findings): void {
  const counts = Object.entries(found).map(([name, list]) => `${name} ${list.length}`);
  console.log(
    `feed     items ${figures.items}  ends ${figures.ends}  epochs ${figures.epochs}  writers ${figures.writers}  ${counts.join("  ")}`,
  );
}

function printTasks({ tasks: { found, tasks, repeatedSteps } }: Findings): void {
  const counts = Object.entries(found).map(([name, list]) => `${name} ${list.length}`);
  console.log(
    `tasks    acknowledged ${tasks}  steps done again after a death or failure ${repeatedSteps}  ${counts.join("  ")}`,
  );
}

function words(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort()
    .map(([name, count]) => `${name} ${count}`)
    .join("  ");
}

/** Until claims of killed workers were somebody else's or nobody's, and until batches arrived again after the others were back. */
function recoveryWords({ recoveries }: Findings): string {
  return Object.entries(recoveries)
    .map(([what, values]) => {
      const at = (share: number) => ((quantile(values, share) ?? 0) / 1_000).toFixed(1);
      return values.length === 0
        ? `${what} none`
        : `${what} p50 ${at(0.5)} s p95 ${at(0.95)} s max ${at(1)} s of ${values.length}`;
    })
    .join(" | ");
}
