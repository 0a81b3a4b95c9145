import type { Deposit } from "../deposit.ts";
import type { Seen, SeenReport } from "../seen.ts";

/**
 * Batches that have not one full report with the right counts. One whose jobs a person ran again has update reports beside
 * it, of which the last has them.
 */
export function wrongReports({
  acknowledged,
  jobs,
  reports,
}: Pick<Seen, "acknowledged" | "jobs" | "reports">): string[] {
  return acknowledged.flatMap(({ deposit, batchId }) => {
    const mine = reports.filter((report) => report.batchId === batchId).sort((a, b) => a.number - b.number);
    const ranAgain = jobs.some((job) => job.batchId === batchId && job.retryCount > 0);
    const last = mine.at(-1);
    const isNumbered = mine.every(({ number }, place) => number === place + 1);
    if (!last || !isNumbered || (mine.length > 1 && !ranAgain))
      return [`${deposit.key}: ${batchId} has ${mine.length} reports`];
    return sameCounts(last, deposit) ? [] : [`${deposit.key}: ${batchId} was told ${JSON.stringify(last)}`];
  });
}

function sameCounts({ outcome, jobs }: SeenReport, deposit: Deposit): boolean {
  const failed = deposit.jobs.filter(({ end }) => end === "Failed").length;
  const { length } = deposit.jobs;
  const isOutcome = outcome === (failed === 0 ? "OK" : "FAIL");
  const { total, pending, completed, deleted } = jobs;
  return (
    isOutcome &&
    total === length &&
    completed === length - failed &&
    jobs.failed === failed &&
    pending + deleted === 0
  );
}

/** Reports without a mail that was sent and has arrived, and mails of no report. One may arrive twice, but never as two. */
export function wrongMails({
  reports,
  messages,
  mails,
}: Pick<Seen, "reports" | "messages" | "mails">): string[] {
  const arrived = new Set(mails);
  const rows = messages.filter(({ kind }) => kind === "mail");
  const known = new Set(rows.map(({ about }) => about));
  const idOf = ({ batchId, number }: SeenReport) => `<report.${batchId}.${number}@`;
  return [
    ...reports.flatMap((report) => {
      const mine = rows.filter(({ about }) => about.startsWith(idOf(report)));
      const [mail] = mine;
      if (!mail || mine.length > 1)
        return [`report ${report.number} of ${report.batchId} has ${mine.length} mails`];
      if (mail.status !== "Sent") return [`${mail.about} is ${mail.status}`];
      return arrived.has(mail.about) ? [] : [`${mail.about} counts as sent and did not arrive`];
    }),
    ...[...arrived].filter((id) => !known.has(id)).map((id) => `${id} arrived, and nobody wrote it`),
  ];
}

/**
 * Endings of jobs that their receiver was not told of: each has a callback of its own, sent and arrived, with the same
 * bytes each time it did. Also callbacks of no job.
 */
export function wrongCallbacks({
  jobs,
  messages,
  callbacks,
}: Pick<Seen, "jobs" | "messages" | "callbacks">): string[] {
  const rows = messages.filter(({ kind }) => kind === "callback");
  const known = new Set(rows.map(({ id }) => id));
  const arrived = new Map<string, Set<string>>();
  for (const { id, path, body } of callbacks)
    arrived.set(id, (arrived.get(id) ?? new Set()).add(`${path} ${body}`));
  return [
    ...jobs.flatMap(({ id, state, retryCount }) => {
      const mine = rows.filter(({ about }) => about === id);
      const hasEnded = state === "Completed" || state === "Failed";
      const wanted = retryCount + (hasEnded ? 1 : 0);
      return mine.length === wanted ? [] : [`${id} ended ${wanted} times and has ${mine.length} callbacks`];
    }),
    ...rows.flatMap(({ id, status, about }) => {
      const forms = arrived.get(id);
      if (status !== "Sent") return [`${id} of ${about} is ${status}`];
      if (!forms) return [`${id} of ${about} counts as sent and did not arrive`];
      if (forms.size > 1) return [`${id} of ${about} arrived in ${forms.size} forms`];
      return [...forms][0]?.includes(about) ? [] : [`${id} told of another job than ${about}`];
    }),
    ...[...arrived.keys()].filter((id) => !known.has(id)).map((id) => `${id} arrived, and nobody wrote it`),
  ];
}
