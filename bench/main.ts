import { growth } from "./growth.ts";
import { lanes } from "./lanes.ts";
import { queuer } from "./queuer.ts";
import { requeue } from "./requeue.ts";

const OWN = { queuer, lanes, requeue, growth } as const satisfies Record<string, () => Promise<void>>;

/** `npm run bench`: every figure, one JSON line each; `npm run bench -- queuer lanes latency` for some. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  for (const [name, bench] of Object.entries(OWN)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench();
  }
  const isOthers = wanted.length === 0 || wanted.some((name) => !Object.hasOwn(OWN, name));
  if (isOthers) await import("./pipeline.ts");
}

await main();
