import { parseArgs } from "node:util";
import { FindingQuery } from "../core/contracts/check-requests.ts";
import type { FindingView } from "../core/contracts/check-views.ts";
import { readEnv } from "../lib/env.ts";
import { getCheck } from "../operations/check/get.ts";
import { makeCheck } from "./consistency/make.ts";
import { type CheckTools, openCheckTools } from "./consistency/open.ts";
import { checkLines, MOST_SHOWN } from "./consistency/print.ts";
import { Problem } from "./problem.ts";
import { isMain, runCommand } from "./run-command.ts";

const USAGE = "npm run check -- [--deep] [--repair] [--json]";

/**
 * `npm run check`: compares storage, inventory and rows of the installation this process has the settings of.
 * `--deep` reads all stored bytes, `--repair` repairs what can be repaired, `--json` prints the API's `CheckView` with the
 * findings. Exit code 1 when something is left or the check could not be finished. Source: docs/reference/checks.md.
 */
async function main(): Promise<void> {
  const { deep = false, repair = false, json = false } = readOptions();
  if (!process.env.DATABASE_URL)
    throw new Problem("Set DATABASE_URL, WORKING_STORAGE and OBJECT_STORAGE as the workers have them.");
  // nothing is signed here, so the key may be missing
  const tools = openCheckTools(readEnv({ AUTH_SECRET: "-".repeat(32), ...process.env }));
  try {
    const check = await makeCheck(tools, { isDeep: deep, repairs: repair });
    const findings = new Map<string, readonly FindingView[]>();
    for (const { kind } of check.kinds) findings.set(kind, await findingsOf(tools, check.id, kind));
    if (json) console.log(JSON.stringify({ ...check, findings: Object.fromEntries(findings) }, null, 2));
    else for (const line of checkLines(check, findings)) console.log(line);
    process.exitCode = check.left > 0 || check.error !== null ? 1 : 0;
  } finally {
    await tools.close();
  }
}

function readOptions() {
  try {
    const type = "boolean";
    return parseArgs({ options: { deep: { type }, repair: { type }, json: { type } } }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\nUsage: ${USAGE}`);
  }
}

async function findingsOf({ ctx }: CheckTools, id: string, kind: string): Promise<readonly FindingView[]> {
  return (await getCheck(ctx, id, FindingQuery.parse({ kind, limit: MOST_SHOWN }))).findings.items;
}

if (isMain(import.meta.url)) runCommand(main);
