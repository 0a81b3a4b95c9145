import { compare } from "./compare.ts";
import { growth } from "./growth.ts";
import { intake } from "./intake.ts";
import { lanes } from "./lanes.ts";
import { printMachine } from "./machine.ts";
import { PIPELINE } from "./pipeline.ts";
import { queuer } from "./queuer.ts";
import { requeue } from "./requeue.ts";
import { tasks } from "./tasks.ts";

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  intake,
  ...PIPELINE,
  queuer,
  lanes,
  requeue,
  tasks,
  growth,
};

/** An hour with what it takes for granted: only when it is named. */
const LONG = "growth";

/**
 * `npm run bench`: every figure, one JSON line each; `npm run bench -- queuer lanes` for some; with `--compare <commit>`
 * first, this tree beside that commit.
 */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const commit = words[0] === "--compare" ? words[1] : undefined;
  if (words[0] === "--compare" && commit === undefined) throw new Error("compare with which commit?");
  const wanted = commit === undefined ? words : words.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0)
    throw new Error(`there is no bench ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
  await printMachine();
  if (commit !== undefined) return compare(commit, wanted);
  for (const [name, bench] of Object.entries(BENCHES))
    if (wanted.length === 0 ? name !== LONG : wanted.includes(name)) await bench();
}

await main();
