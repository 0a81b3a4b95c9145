type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Groups many single calls into one: calls made while a group is in progress form the next group; a single call goes at
 * once. `work` returns results in the order of its input; its error goes to every caller in the group.
 */
export function gatherCalls<Ask, Answer>(
  work: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
): (ask: Ask) => Promise<Answer> {
  let waiting: Waiting<Ask, Answer>[] = [];
  let isWorking = false;
  const run = async () => {
    isWorking = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        const answers = await work(group.map(({ ask }) => ask));
        if (answers.length !== group.length) throw new Error("a group was answered with a different count");
        for (const [place, { resolve }] of group.entries()) resolve(answers[place] as Answer);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    isWorking = false;
  };
  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (!isWorking) void run();
    });
}
