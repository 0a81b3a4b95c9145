import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { freePort } from "../scripts/free-port.ts";
import { ROOT } from "../scripts/root.ts";
import { startChild } from "../scripts/start/child.ts";

/** The reference of the intake bench: an app of one route, built with the installed Next and run as the product's web is. */
export type BareWeb = { readonly url: string; stop(): Promise<void> };

const PATIENCE_MS = 30_000;
const STEPS = [
  ["SIGTERM", 10_000],
  ["SIGKILL", 5_000],
] as const;

export async function startBareWeb(): Promise<BareWeb> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-bench-bare-"));
  const kept = path.join(folder, "kept");
  await mkdir(kept);
  await buildIn(folder);
  const port = await freePort();
  const said: string[] = [];
  const web = startChild({
    words: [
      path.join(ROOT, "node_modules/next/dist/bin/next"),
      "start",
      folder,
      "-H",
      "127.0.0.1",
      "-p",
      `${port}`,
    ],
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", BARE_FOLDER: kept },
    take: (line) => said.push(line),
    steps: STEPS,
    hurry: new AbortController().signal,
  });
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswers(url, said);
  return {
    url,
    stop: async () => {
      await web.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function buildIn(folder: string): Promise<void> {
  await mkdir(path.join(folder, "app"));
  await copyFile(path.join(ROOT, "bench/bare-route.mjs"), path.join(folder, "app", "route.js"));
  await symlink(await realpath(path.join(ROOT, "node_modules")), path.join(folder, "node_modules"));
  await writeFile(path.join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // as the product's, but for the root: packages are reached through a link that leads out of the folder
  await writeFile(
    path.join(folder, "next.config.js"),
    'export default { poweredByHeader: false, turbopack: { root: "/" }, outputFileTracingRoot: "/" };\n',
  );
  const done = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build", folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
  });
  if (done.status !== 0) throw new Error(`The bare app could not be built: ${done.stdout}${done.stderr}`);
}

async function untilAnswers(url: string, said: readonly string[]): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const answer = await fetch(url, { method: "POST", body: "x" });
      await answer.text();
      if (answer.status === 202) return;
    } catch {
      // not listening yet
    }
    if (Date.now() > until) throw new Error(`The bare app does not answer: ${said.join("\n")}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
