import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { openDiskThreads } from "../../adapters/threads/threads.ts";

/** Stores one version and says so. Recorded by object.long.test.ts, with a JSON text as its only argument. */
const { root, staging, version, isOnThreads } = JSON.parse(process.argv[2] ?? "{}");
const threads = isOnThreads ? openDiskThreads({ fromSources: true }) : undefined;
const put = await createOcflStore({ root, staging, threads }).put({
  ...version,
  created: new Date(version.created),
  signal: new AbortController().signal,
});
process.stdout.write(`stored with ${put.inventorySha256}\n`);
await threads?.close();
