type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Makes one grouped call of many single ones: what is asked while a group is under way forms the next group. One asked
 * alone goes at once. `work` answers in the order of what it is given; its error goes to everybody in the group.
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
