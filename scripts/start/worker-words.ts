/**
 * What `node` is started with to run the built worker. `--max-semi-space-size`: a quarter of V8's own 16 MB keeps the worker
 * below 300 MB; with 8 one download came to 320. `--optimize-for-size` would take less still, but collects the young heap,
 * of 1 MB then, five times as often. `--wasm-tiering-budget`: Prisma's query compiler is WebAssembly and runs once per kind
 * of query, but V8 would soon optimise it, for 80 MB that never come back; so it only optimises what has run 500 times as
 * long. `--expose-gc`: see adapters/bytes/free-young-buffers.ts. Measured: docs/performance.md.
 */
export const WORKER_WORDS: readonly string[] = [
  "--max-semi-space-size=4",
  "--wasm-tiering-budget=1000000000",
  "--expose-gc",
  "--enable-source-maps",
  "dist/worker.js",
];
