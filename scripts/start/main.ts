import { setTimeout as delay } from "node:timers/promises";
import { messageOf, Problem } from "../problem.ts";
import { bringUp, type Task } from "./bring-up.ts";
import { listenForStop } from "./stop.ts";

/** How long a step that is under way when Ctrl-C comes may take to end by itself. */
const SETTLE_MS = 5_000;

/** `npm start` and, with `isDev`, `npm run dev`: brings everything up and takes it down again when asked to. */
export async function main({ isDev, whenBuilt }: Pick<Task, "isDev" | "whenBuilt">): Promise<void> {
  const stopping = listenForStop();
  const isUp = bringUp({ isDev, stopping, whenBuilt });
  let code = 0;
  try {
    await Promise.race([isUp.then(({ died }) => died), stopping.asked]);
    console.log("\nStopping once running work has reached a safe point; Ctrl-C again hurries.");
    await Promise.race([isUp.then(() => undefined), delay(SETTLE_MS)]);
  } catch (thrown) {
    if (!stopping.signal.aborted) {
      console.error(thrown instanceof Problem ? messageOf(thrown) : thrown);
      code = 1;
    }
  }
  await stopping.stopAll();
  if (code === 0) console.log("Stopped.");
  process.exit(code);
}
