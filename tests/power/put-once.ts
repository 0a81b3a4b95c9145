import { createOcflStore } from "../../adapters/storage/filesystem/store.ts";
import { openMeans } from "../fixtures/ocfl/means.ts";

/** Stores one version and says so. Recorded by object.long.test.ts, with a JSON text as its only argument. */
const { root, staging, version, road } = JSON.parse(process.argv[2] ?? "{}");
const means = openMeans(road);
const put = await createOcflStore({ root, staging, ...means }).put({
  ...version,
  created: new Date(version.created),
  signal: new AbortController().signal,
});
process.stdout.write(`stored with ${put.inventorySha256}\n`);
await means.close();
