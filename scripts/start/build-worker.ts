import { build } from "esbuild";
import { messageOf, Problem } from "../problem.ts";
import { ROOT } from "../root.ts";

/**
 * Bundles worker/main.ts into dist/worker.js, and beside it what runs on threads: the check of manifests, for worker and
 * web, what takes many calls to the file system, and the bytes of large files; npm packages stay outside.
 */
export async function buildWorker(): Promise<void> {
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: {
        worker: "worker/main.ts",
        "check-thread": "adapters/manifest/check-thread.ts",
        "disk-thread": "adapters/threads/thread.ts",
        "byte-thread": "adapters/bytes/thread.ts",
      },
      outdir: "dist",
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
