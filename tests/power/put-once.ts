import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";

/** Stores one version and says so. Recorded by object.long.test.ts, with a JSON text as its only argument. */
const { root, staging, version } = JSON.parse(process.argv[2] ?? "{}");
const put = await createOcflStore({ root, staging }).put({
  ...version,
  created: new Date(version.created),
  signal: new AbortController().signal,
});
process.stdout.write(`stored with ${put.inventorySha256}\n`);
