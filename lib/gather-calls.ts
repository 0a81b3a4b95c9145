import { setImmediate as nextTick, setTimeout as sleep } from "node:timers/promises";

type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly kind: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * How calls are grouped. `most`: calls of one group; `alike`: only calls with the same text are made together; `about`: no
 * two calls with the same text are, since what is answered about one would go to the other too.
 */
type How<Ask> = {
  readonly most?: number;
  readonly alike?: (ask: Ask) => string;
  readonly about?: (ask: Ask) => string;
  /** The least time from the start of one group to that of the next, if anybody waits for it, in the long run. None: 0. */
  readonly apartMs?: number;
  /** So many groups may follow each other at once after a time of rest. None: 0. */
  readonly burst?: number;
  /** Runs a group when it may, such as within a share of a pool; calls made until then are still part of it. */
  readonly inTurn?: (act: () => Promise<void>) => Promise<void>;
};

/**
 * Groups many single calls into one: those made at the same time or while a group is in progress form the next group.
 * `work` returns results in the order of its input; its error goes to every caller in the group.
 */
export function gatherCalls<Ask, Answer>(
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  {
    most = Number.POSITIVE_INFINITY,
    alike = () => "",
    about,
    apartMs = 0,
    burst = 0,
    inTurn = (act) => act(),
  }: How<Ask> = {},
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let isWorking = false;
  const takeGroup = () => {
    const group: Waiting<Ask, Answer>[] = [];
    const others: Waiting<Ask, Answer>[] = [];
    const taken = new Set<string>();
    for (const one of waiting) {
      const subject = about?.(one.ask);
      const isDouble = subject !== undefined && taken.has(subject);
      const fits = one.kind === waiting[0]?.kind && group.length < most && !isDouble;
      (fits ? group : others).push(one);
      if (fits && subject !== undefined) taken.add(subject);
    }
    waiting = others;
    return group;
  };
  const answer = async (group: readonly Waiting<Ask, Answer>[]) => {
    try {
      const answers = await work(group.map(({ ask }) => ask));
      if (answers.length !== group.length) throw new Error("a group was answered with a different count");
      for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };
  // when the next group would start if none had been early; GCRA (ITU-T I.371)
  let dueMs = Number.NEGATIVE_INFINITY;
  const run = async () => {
    isWorking = true;
    while (waiting.length > 0) {
      const restMs = dueMs - burst * apartMs - performance.now();
      if (restMs > 0) await sleep(restMs);
      // callers that the same event woke, or that the last group answered, ask within this turn of the event loop
      await nextTick();
      dueMs = Math.max(dueMs, performance.now()) + apartMs;
      await inTurn(() => answer(takeGroup()));
    }
    isWorking = false;
  };
  return (ask) => {
    const kind = alike(ask);
    return new Promise((resolve, reject) => {
      waiting.push({ ask, kind, resolve, reject });
      if (!isWorking) void run();
    });
  };
}
