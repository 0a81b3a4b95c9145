import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import {
  type CheckManifest,
  checkManifest,
  type ManifestVerdict,
} from "../../core/manifest/check-manifest.ts";
import type { ManifestKind } from "../../core/manifest/kinds.ts";
import type { ManifestOptions } from "../../core/manifest/manifest-item.ts";
import { Share } from "../../lib/shares.ts";

/** What a thread is started with, and what it answers to each chunk and to the end: the verdict, once there is one. */
export type CheckTask = { readonly kind: ManifestKind; readonly options: ManifestOptions };
export type CheckAnswer = ManifestVerdict | null;

/** Up to this many bytes, some hundred rows, starting a thread would take longer than the check. */
const IN_PLACE_BYTES = 65_536;
/** Threads of one process at a time; further checks wait. */
const AT_ONCE = 2;

const BUILT = "dist/check-thread.js";
const SOURCE = "adapters/manifest/check-thread.ts";

/**
 * Checks manifests on threads of their own, so that a million rows keep nobody else waiting: one thread per check,
 * which gets the next chunk when it has finished the last and ends with the check. `fromSources`: the process runs
 * TypeScript; otherwise the thread runs what scripts/start/build-worker.ts has built. Source:
 * docs/decisions/0024-no-input-holds-a-process.md.
 */
export function openManifestChecks({ fromSources }: { readonly fromSources: boolean }): CheckManifest {
  const share = new Share(AT_ONCE);
  return async (kind, chunks, options = {}) => {
    const { head, rest, isWhole } = await readHead(chunks);
    if (isWhole) return checkManifest(kind, listed(head), options);
    return share.use(() => checkApart({ kind, options }, joined(head, rest), fromSources));
  };
}

async function checkApart(
  task: CheckTask,
  chunks: AsyncIterable<Uint8Array>,
  fromSources: boolean,
): Promise<ManifestVerdict> {
  const thread = start(task, fromSources);
  const died = once(thread, "exit").then(() => {
    throw new Error("The thread that checks a manifest ended before it was done.");
  });
  died.catch(() => undefined);
  // its errors come out of `ask`, or end it; without a listener they would end this process too
  thread.on("error", () => undefined);
  const ask = async (chunk: Uint8Array<ArrayBuffer> | null): Promise<CheckAnswer> => {
    const answered = once(thread, "message");
    thread.postMessage(chunk, chunk === null ? [] : [chunk.buffer]);
    const [answer] = await Promise.race([answered, died]);
    return answer;
  };
  try {
    let verdict: CheckAnswer = null;
    for await (const chunk of chunks) if (verdict === null) verdict = await ask(new Uint8Array(chunk));
    for (; verdict === null; ) verdict = await ask(null);
    return verdict;
  } finally {
    await thread.terminate();
  }
}

function start(task: CheckTask, fromSources: boolean): Worker {
  // relative to where web and worker are started, like every other path
  const file = path.resolve(/*turbopackIgnore: true*/ fromSources ? SOURCE : BUILT);
  if (!fromSources) return new Worker(/*turbopackIgnore: true*/ file, { workerData: task, execArgv: [] });
  const load = `import("tsx/esm/api").then(({ tsImport }) => tsImport(${JSON.stringify(file)}, "file:///"))`;
  return new Worker(load, { eval: true, workerData: task, execArgv: [] });
}

type Head = {
  readonly head: readonly Uint8Array[];
  readonly rest: AsyncIterator<Uint8Array>;
  readonly isWhole: boolean;
};

/** The first chunks, or all of them when they are few. They are copied: the caller may reuse its buffers. */
async function readHead(chunks: AsyncIterable<Uint8Array>): Promise<Head> {
  const rest = chunks[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= IN_PLACE_BYTES) {
    const next = await rest.next();
    if (next.done) return { head, rest, isWhole: true };
    head.push(new Uint8Array(next.value));
    bytes += next.value.length;
  }
  return { head, rest, isWhole: false };
}

async function* listed(head: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* head;
}

async function* joined(
  head: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
