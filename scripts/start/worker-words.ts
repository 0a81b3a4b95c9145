/**
 * What `node` is started with to run the built worker. `--optimize-for-size`: the collector keeps the heap near what is
 * in use; half the memory of a large deposit, at the same speed, since a worker mostly waits for disk and database.
 */
export const WORKER_WORDS: readonly string[] = [
  "--optimize-for-size",
  "--enable-source-maps",
  "dist/worker.js",
];
