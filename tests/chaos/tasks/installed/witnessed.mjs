import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const STEP_MS = 20;
const REST_MS = 200;

/**
 * A task whose steps leave a line each in a file beside the database: the task, the step, the lease under which it was done,
 * and what it returned, which no other try returns. It rests after its first step, and waits for an event before its last.
 */
export default ({ defineTask, z }) =>
  defineTask({
    name: "witnessed",
    input: z.strictObject({
      key: z.string(),
      number: z.number(),
      witness: z.string(),
      failsOnce: z.boolean(),
    }),
    key: ["key"],
    // what fails for as long as a database restarts is tried again
    retry: { maxAttempts: 30, initialMs: 100, maxMs: 1_000 },
    async run({ witness, failsOnce }, { id, fence, attempt, step, sleep, waitFor }) {
      const done = (name) =>
        step(name, async () => {
          const token = randomUUID();
          appendFileSync(witness, `${id} ${name} ${fence} ${token}\n`);
          await pause(STEP_MS);
          if (failsOnce && attempt === 1 && name === "second") throw new Error("it fails once");
          return token;
        });
      const first = await done("first");
      await sleep(REST_MS);
      const second = await done("second");
      const told = await waitFor("go");
      return { tokens: [first, second, await done("third")], told };
    },
  });
