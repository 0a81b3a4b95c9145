import path from "node:path";
import { Worker } from "node:worker_threads";

/** A thread's program: what scripts/start/build-worker.ts makes, and what it makes that of. */
export type ThreadProgram = { readonly built: string; readonly source: string };

/** Threads keep little: what they work on is outside of V8's heap. */
const SMALL = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 } as const;

/**
 * Starts a thread. It does not keep the process alive. `fromSources`: the process runs TypeScript; otherwise the thread
 * runs what has been built.
 */
export function startThread({ built, source }: ThreadProgram, fromSources: boolean): Worker {
  const worker = open(fromSources ? source : built, fromSources);
  worker.unref();
  return worker;
}

function open(program: string, fromSources: boolean): Worker {
  // relative to where the worker is started, like every other path
  const file = path.resolve(/*turbopackIgnore: true*/ program);
  if (!fromSources)
    return new Worker(/*turbopackIgnore: true*/ file, { execArgv: [], resourceLimits: SMALL });
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(file)}, "file:///"))`;
  return new Worker(load, { eval: true, execArgv: [] });
}
