import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Findings } from "./findings.ts";
import type { ChaosOptions } from "./options.ts";

const MOST_KEPT = 20;

/** Writes all of a run as JSON beside the last ones, of which 20 are kept. */
export async function keep(options: ChaosOptions, findings: Findings): Promise<void> {
  const { json: folder } = options;
  await mkdir(folder, { recursive: true });
  const { faults, groups, undone, ...disturbed } = findings.disturbed;
  const whole = {
    ...options,
    ...findings,
    disturbed: {
      ...disturbed,
      faults: Object.fromEntries(faults),
      groups: Object.fromEntries(groups),
      undone: Object.fromEntries(undone),
    },
    isPassed: findings.failures.length === 0,
  };
  const file = path.join(folder, `chaos-${options.profile}-${options.seed}.json`);
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`);
  for (const old of (await oldestLast(folder)).slice(MOST_KEPT)) await rm(old);
}

async function oldestLast(folder: string): Promise<readonly string[]> {
  const files = (await readdir(folder))
    .filter((name) => /^chaos-.*\.json$/.test(name))
    .map((name) => path.join(folder, name));
  const aged = await Promise.all(files.map(async (file) => ({ file, ms: (await stat(file)).mtimeMs })));
  return aged.sort((a, b) => b.ms - a.ms).map(({ file }) => file);
}
