/** An eighth of what V8 lets come together before it marks its whole heap; a small heap is marked sooner. */
const EVERY_BYTES = 8_388_608;

let passed = 0;

/**
 * Call it for each chunk of a stream. Every chunk is a buffer outside of V8's heap, and V8 may mark the whole heap, on all
 * its threads, whenever 64 MB of them have come together: with a small heap as much work as hashing them. They are all
 * young, so collecting the young heap, a millisecond's work, frees them sooner. Does nothing unless the process runs with
 * `--expose-gc` (scripts/start/worker-words.ts).
 */
export function freeYoungBuffers(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: "minor" });
}
