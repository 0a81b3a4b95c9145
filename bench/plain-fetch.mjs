// The least that has to be done with files of a source: each is fetched, hashed, written, synced and renamed, 24 at a
// time, and nothing about it is written down. Prints one JSON line: files per second.
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, open, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

const [base, count, from] = process.argv.slice(2);
/** JOB_CONCURRENCY's default. */
const AT_ONCE = 24;

const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-plain-"));
let next = 0;

async function worker() {
  while (next < Number(count)) {
    const place = next;
    next += 1;
    const answer = await fetch(`${base}/${from}/${place}`);
    const hash = createHash("sha256");
    const part = path.join(folder, `${randomUUID()}.part`);
    const handle = await open(part, "wx");
    for await (const chunk of answer.body) {
      hash.update(chunk);
      await handle.write(chunk);
    }
    await handle.sync();
    await handle.close();
    await rename(part, path.join(folder, hash.digest("hex")));
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: AT_ONCE }, worker));
const perSecond = Number(count) / ((performance.now() - began) / 1000);
await rm(folder, { recursive: true, force: true });
console.log(JSON.stringify({ perSecond }));
