/**
 * What `node` is started with to run the built worker. `--optimize-for-size`: the collector keeps the old heap near what is
 * in use, and the young one at 1 MB; V8 then takes no other size for it. `--wasm-tiering-budget`: Prisma's query compiler is
 * WebAssembly and runs once per kind of query, but V8 would soon optimise it, for 80 MB that never come back; so it only
 * optimises what has run 500 times as long. Measured: docs/architecture.md, "Performance".
 */
export const WORKER_WORDS: readonly string[] = [
  "--optimize-for-size",
  "--wasm-tiering-budget=1000000000",
  "--enable-source-maps",
  "dist/worker.js",
];
