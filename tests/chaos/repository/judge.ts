import { lost, mintedTwice, movedTwice, ranOn, unexpected, wrongEnds } from "./judges/ends.ts";
import { goneFromDisk, leftOnDisk } from "./judges/left.ts";
import { wrongRows, wrongVersions } from "./judges/objects.ts";
import { outOfOrder, overlapping } from "./judges/order.ts";
import { wrongCallbacks, wrongMails, wrongReports } from "./judges/told.ts";
import type { Seen } from "./seen.ts";

type Judge = { readonly words: string; readonly find: (seen: Seen) => readonly string[] };

/** What must be found nowhere, each with what it means when it is. */
export const JUDGES = {
  lost: { words: "acknowledged deposits are not there", find: lost },
  unexpected: { words: "batches are there that nobody handed in, or twice", find: unexpected },
  wrongEnds: { words: "deposits or jobs have not ended as they should", find: wrongEnds },
  outOfOrder: { words: "batches of repository lanes were begun out of order", find: outOfOrder },
  overlapping: { words: "batches were begun before the one before them had ended", find: overlapping },
  ranOn: { words: "jobs went on after their batch had ended", find: ranOn },
  movedTwice: { words: "moves of jobs or batches were made twice", find: movedTwice },
  mintedTwice: { words: "jobs have two ARKs", find: mintedTwice },
  wrongVersions: { words: "versions are not what was deposited", find: wrongVersions },
  wrongRows: { words: "versions are not what the inventory says", find: wrongRows },
  invalid: { words: "errors in the object storage", find: ({ invalid }) => invalid },
  wrongReports: { words: "batches have no report, too many or one with wrong counts", find: wrongReports },
  wrongMails: { words: "mails are missing, or nobody wrote them", find: wrongMails },
  wrongCallbacks: { words: "callbacks are missing, or nobody wrote them", find: wrongCallbacks },
  leftOnDisk: { words: "files and folders are left that should have gone", find: leftOnDisk },
  goneFromDisk: { words: "folders are gone that rows count on", find: goneFromDisk },
  held: { words: "leases, places or bytes are still held", find: ({ left }) => left.held },
  checked: { words: "findings of npm run check", find: ({ checked }) => checked },
} as const satisfies Record<string, Judge>;

export type JudgeName = keyof typeof JUDGES;

/** What was found by each judge, in sentences, and how much was looked at. */
export type RepositoryVerdict = {
  readonly found: Readonly<Record<JudgeName, readonly string[]>>;
  readonly lanes: number;
  readonly batches: number;
  readonly jobs: number;
  readonly completed: number;
  readonly failed: number;
  readonly objects: number;
  readonly versions: number;
  readonly reports: number;
  /** Mails and callbacks that arrived, and of those, not for the first time. */
  readonly mails: number;
  readonly mailsAgain: number;
  readonly callbacks: number;
  readonly callbacksAgain: number;
  /** Jobs a person ran again. */
  readonly resumed: number;
};

export function judgeRepository(seen: Seen): RepositoryVerdict {
  const found = Object.fromEntries(
    Object.entries(JUDGES).map(([name, { find }]) => [name, find(seen)]),
  ) as Record<JudgeName, readonly string[]>;
  const distinct = (values: readonly string[]) => new Set(values).size;
  const ids = seen.callbacks.map(({ id }) => id);
  return {
    found,
    lanes: seen.lanes.length,
    batches: seen.batches.length,
    jobs: seen.jobs.length,
    completed: seen.jobs.filter(({ state }) => state === "Completed").length,
    failed: seen.jobs.filter(({ state }) => state === "Failed").length,
    objects: distinct(seen.stored.map(({ ark }) => ark)),
    versions: seen.stored.length,
    reports: seen.reports.length,
    mails: seen.mails.length,
    mailsAgain: seen.mails.length - distinct(seen.mails),
    callbacks: ids.length,
    callbacksAgain: ids.length - distinct(ids),
    resumed: seen.jobs.filter(({ retryCount }) => retryCount > 0).length,
  };
}
