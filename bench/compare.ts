import { spawn } from "node:child_process";
import { ROOT } from "../scripts/root.ts";
import { checkOut } from "./check-out.ts";
import { median } from "./figure.ts";
import { PASSES } from "./turns.ts";

type Seen = { readonly unit: string; readonly here: number[]; readonly there: number[] };

/**
 * `npm run bench -- --compare <commit> [names]`: the tree as it stands and a commit in turns, each pass a bench of its
 * own. Prints for each figure both medians and the ratio of this tree to the commit. Both are measured by the benches of
 * this tree, so the commit needs what those import.
 */
export async function compare(commit: string, names: readonly string[]): Promise<void> {
  const there = await checkOut(commit);
  try {
    const seen = new Map<string, Seen>();
    for (let pass = 0; pass < PASSES; pass += 1) {
      note(seen, "here", await runIn(ROOT, names));
      note(seen, "there", await runIn(there.folder, names));
    }
    for (const [name, one] of seen) {
      const [value, other] = [median(one.here), median(one.there)];
      const sides = { here: rounded(value), [there.commit]: rounded(other), ratio: rounded(value / other) };
      console.log(
        JSON.stringify({ name, unit: one.unit, ...sides, passes: { here: one.here, there: one.there } }),
      );
    }
  } finally {
    await there.remove();
  }
}

type Line = { readonly name: string; readonly value: number; readonly unit: string };

function note(seen: Map<string, Seen>, side: "here" | "there", lines: readonly Line[]): void {
  for (const { name, value, unit } of lines) {
    const one = seen.get(name) ?? { unit, here: [], there: [] };
    one[side].push(value);
    seen.set(name, one);
  }
}

/** Runs benches in a tree, with one pass each. @returns their figures, each name once */
async function runIn(folder: string, names: readonly string[]): Promise<readonly Line[]> {
  const child = spawn(process.execPath, ["--import", "tsx", "bench/main.ts", ...names], {
    cwd: folder,
    env: { ...process.env, BENCH_PASSES: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    // the medians come at the end, long after
    process.stderr.write(text);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0)
    throw new Error(`the bench in ${folder} ended with exit code ${code}: ${output.slice(-500)}`);
  const lines = output.split("\n").flatMap((line) => readLine(line) ?? []);
  return [...new Map(lines.map((line) => [line.name, line])).values()];
}

/** A figure; undefined for the machine's line and what else is said. */
function readLine(text: string): Line | undefined {
  if (!text.startsWith("{")) return undefined;
  const { name, value, unit } = JSON.parse(text) as Partial<Line>;
  return name !== undefined && value !== undefined && unit !== undefined ? { name, value, unit } : undefined;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
