import { build } from "../../scripts/start/build.ts";

/** Builds what has changed before the first test: several of Playwright's workers would do it at the same time. */
export default async function buildOnce(): Promise<void> {
  await build(new AbortController().signal);
}
