import { defineConfig } from "vitest/config";
import { ROOT } from "../root.ts";

process.env.TZ = "Asia/Kathmandu";

/** What Stryker runs for a change of core/: the tests of core/ alone, which need nothing. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ["core/**/*.test.ts"],
    exclude: ["core/manifest/large.test.ts"], // seconds for each change
    setupFiles: ["scripts/mutate/fewer-runs.ts"],
    isolate: false,
    testTimeout: 20_000,
  },
});
