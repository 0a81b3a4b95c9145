import { build } from "esbuild";
import { messageOf, Problem } from "../problem.ts";
import { ROOT } from "../root.ts";

/** Bundles worker/main.ts into dist/worker.js; npm packages stay outside. */
export async function buildWorker(): Promise<void> {
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: ["worker/main.ts"],
      outfile: "dist/worker.js",
      bundle: true,
      platform: "node",
      target: "node20",
      format: "esm",
      packages: "external",
      jsx: "automatic",
      sourcemap: true,
      logLevel: "silent",
    });
  } catch (cause) {
    throw new Problem(`The worker could not be built: ${messageOf(cause)}`, { cause });
  }
}
