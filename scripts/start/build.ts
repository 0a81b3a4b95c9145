import { existsSync } from "node:fs";
import path from "node:path";
import { asUsual } from "../bootstrap/keep-private.mjs";
import { step } from "../bootstrap/progress.mjs";
import { ROOT } from "../root.ts";
import { mustRunNode } from "../run-program.ts";
import { buildWorker } from "./build-worker.ts";
import { whenChanged } from "./stamp.ts";

const SHARED = ["core", "operations", "adapters", "prisma", "lib", "package-lock.json", "tsconfig.json"];
const WEB = [
  ...SHARED,
  "app",
  "components",
  "public",
  "next.config.js",
  "postcss.config.mjs",
  "proxy.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "instrumentation-node.ts",
];
const WORKER = [...SHARED, "worker"];
/** Makes the Prisma client when the schema has changed since. */
export async function generateClient(signal: AbortSignal): Promise<void> {
  const isThere = isFile("prisma/generated/client.ts");
  await whenSourcesChanged("prisma/generated/.stamp", ["prisma/schema", "package-lock.json"], isThere, () =>
    step("Generating the database client", () =>
      mustRunNode(
        ["node_modules/prisma/build/index.js", "generate"],
        "The database client could not be generated.",
        {
          // A file that cannot be executed: generating needs no engine, and so none is downloaded.
          env: { PRISMA_SCHEMA_ENGINE_BINARY: "package.json" },
          signal,
        },
      ),
    ),
  );
}

/** Builds web and worker for production, each only when its sources have changed since. */
export async function build(signal: AbortSignal): Promise<void> {
  await buildChangedWorker();
  await whenSourcesChanged(".next/waybill.stamp", WEB, isFile(".next/BUILD_ID"), () =>
    step("Building the web pages", () =>
      mustRunNode(["node_modules/next/dist/bin/next", "build"], "The web pages could not be built.", {
        env: { NODE_ENV: "production" },
        signal,
      }),
    ),
  );
}

/** Builds the worker for production, only when its sources have changed since. */
export function buildChangedWorker(): Promise<void> {
  const isThere = ["worker", "check-thread", "disk-thread", "byte-thread"].every((name) =>
    isFile(`dist/${name}.js`),
  );
  return whenSourcesChanged("dist/worker.stamp", WORKER, isThere, () =>
    step("Building the worker", buildWorker),
  );
}

function whenSourcesChanged(...words: Parameters<typeof whenChanged>): Promise<void> {
  return asUsual(() => whenChanged(...words));
}

function isFile(name: string): boolean {
  return existsSync(path.join(ROOT, name));
}
