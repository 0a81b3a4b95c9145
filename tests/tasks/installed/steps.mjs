import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 20;

/** Tasks that write down what they do, one line each, and that a test has die or wait at a place. */
export default ({ defineTask, z }) => {
  const Input = z.strictObject({
    folder: z.string(),
    lane: z.string().optional(),
    /** After this step the worker kills itself, once. */
    dieAfter: z.string().optional(),
    /** In this step it waits until there is a file of the step's name. */
    waitIn: z.string().optional(),
    pauseMs: z.number().default(0),
  });

  async function run({ folder, dieAfter, waitIn, pauseMs }, { id, step, sleep: rest, log }) {
    const done = [];
    for (const name of ["one", "two", "three"]) {
      const act = async () => {
        appendFileSync(path.join(folder, "bodies"), `${id} ${name} ${process.pid}\n`);
        if (waitIn === name) {
          log.info({}, "waiting in a step");
          while (!existsSync(path.join(folder, name))) await sleep(LOOK_MS);
        }
        if (pauseMs > 0) await sleep(pauseMs);
        return process.pid;
      };
      done.push(await step(name, act));
      if (dieAfter === name && !existsSync(path.join(folder, "died"))) {
        writeFileSync(path.join(folder, "died"), "");
        process.kill(process.pid, "SIGKILL");
        // a signal is not immediate: nothing after this may run
        await new Promise(() => undefined);
      }
      if (pauseMs > 0) await rest(pauseMs);
    }
    return done;
  }

  return [
    defineTask({ name: "steps", input: Input, run }),
    defineTask({ name: "steps-in-lanes", input: Input, key: ["lane"], run }),
  ];
};
