/** A quarter of what V8 lets come together before it marks its whole heap. */
const EVERY_BYTES = 16_777_216;

let passed = 0;

/**
 * Call it for each chunk of a stream. Every chunk is a buffer outside of V8's heap, and V8 marks the whole heap, on all its
 * threads, whenever 64 MB of them have come together: for 1 GB as much work as hashing it. They are all young, so
 * collecting the young heap, a millisecond's work, frees them sooner. Does nothing unless the process runs with
 * `--expose-gc` (scripts/start/worker-words.ts).
 */
export function freeYoungBuffers(bytes: number): void {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  globalThis.gc?.({ type: "minor" });
}
