import { parentPort, workerData } from "node:worker_threads";
import { ManifestCheck } from "../../core/manifest/check-manifest.ts";
import type { CheckAnswer, CheckTask } from "./check-apart.ts";

/** The program of the thread `checkApart` starts: checks one manifest, chunk by chunk, and answers each of them. */
const { kind, options }: CheckTask = workerData;
const check = new ManifestCheck(kind, options);

parentPort?.on("message", (chunk: Uint8Array | null) => {
  if (chunk !== null) check.push(chunk);
  const answer: CheckAnswer = chunk === null || check.isDecided ? check.end() : null;
  parentPort?.postMessage(answer);
});
