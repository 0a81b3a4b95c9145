import { parentPort } from "node:worker_threads";
import { openHash } from "../digest/hash-stream.ts";
import { faultOf } from "../threads/fault.ts";
import type { Answer, Order, Result, Work } from "./orders.ts";
import { hashRange, type StoredFile, storeBytes } from "./stored-file.ts";

/** A file, or why nothing more may be written to it: bytes behind a gap would be taken for a file to go on with. */
type Held = StoredFile | { readonly failed: unknown };

const files = new Map<number, Held>();

/** The program of the threads `openByteThreads` starts: carries out one order after another and answers each. */
parentPort?.on("message", async ({ number, file, work }: Order) => {
  const answer = (content: Answer, slots: ArrayBuffer[] = []) => parentPort?.postMessage(content, slots);
  try {
    const result = await carryOut(file, work);
    answer({ number, result }, result.slot && [result.slot]);
  } catch (error) {
    if (work.kind !== "close") files.set(file, { failed: error });
    answer({ number, fault: faultOf(error) });
  }
});

async function carryOut(file: number, work: Work): Promise<Result> {
  switch (work.kind) {
    case "open":
      files.set(file, { descriptor: work.descriptor, hash: await openHash(work.algorithm) });
      return {};
    case "hash":
      hashRange(find(file), work);
      return {};
    case "store":
      storeBytes(find(file), new Uint8Array(work.slot, 0, work.length), work.at);
      return { slot: work.slot };
    case "digests":
      return { digests: find(file).hash.finish() };
    case "close":
      files.delete(file);
      return {};
  }
}

function find(file: number): StoredFile {
  const held = files.get(file);
  if (held === undefined) throw new Error(`no file ${file} is open`);
  if ("failed" in held) throw held.failed;
  return held;
}
