import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { ROOT } from "../root.ts";
import { note, type Tally, tallyPlaywright, tallyVitest } from "./tally.ts";

/** When a runner's output is shown: two at a time would mix. */
type Shows = "as it comes" | "at its end";

interface Suite {
  readonly name: string;
  readonly shows?: Shows;
  /** Arguments for Node.js. */
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly count: (name: string, report: never) => Tally;
}

/** Runs some of Vitest's projects, shows their output and notes the counts. True when all passed. */
export function runVitest(...projects: readonly string[]): Promise<boolean> {
  return withReport((report) => ({
    name: projects.join(" and "),
    words: [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    count: tallyVitest,
  }));
}

/** Runs a project of playwright.config.ts, shows its output and notes the counts. True when all passed. */
export function runPlaywright(
  project: "browser" | "wide" | "long",
  shows: Shows = "as it comes",
): Promise<boolean> {
  return withReport((report) => ({
    shows,
    name: project === "browser" ? project : `${project} browser`,
    words: ["node_modules/@playwright/test/cli.js", "test", `--project=${project}`, "--reporter=list,json"],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    count: tallyPlaywright,
  }));
}

async function withReport(suiteOf: (report: string) => Suite): Promise<boolean> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "waybill-report-"));
  const report = path.join(folder, "report.json");
  const suite = suiteOf(report);
  try {
    const isOk = await show(suite);
    const tally = await countReport(suite, report);
    // A runner may fail with every test passed, for example over an error outside of any test.
    note(isOk || tally.failed > 0 ? tally : { ...tally, failed: 1 });
    return isOk && tally.failed === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function countReport({ name, count }: Suite, report: string): Promise<Tally> {
  try {
    return count(name, JSON.parse(await readFile(report, "utf8")) as never);
  } catch {
    return { name, passed: 0, failed: 1 };
  }
}

function show({ words, env, shows = "as it comes" }: Suite): Promise<boolean> {
  const to = shows === "as it comes" ? "inherit" : "pipe";
  const child = spawn(process.execPath, words, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", to, to],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (part: Buffer) => said.push(part));
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => {
      process.stdout.write(Buffer.concat(said));
      resolve(code === 0);
    });
  });
}
