import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const MOST_BYTES = 64 * 2 ** 20;

type Check = {
  readonly error: string | null;
  readonly findings: Readonly<Record<string, readonly { readonly kind: string; readonly subject: string }[]>>;
};

/** What `npm run check -- --deep` finds on the run's installation, everything judged however young it is. */
export async function runCheck(env: Readonly<Record<string, string>>): Promise<string[]> {
  const words = ["--import", "tsx", "scripts/check-consistency.ts", "--deep", "--json"];
  const whole = { PATH: process.env.PATH, NODE_ENV: "production" as const, ...env, CHECK_GRACE_MS: "1" };
  const answer = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      words,
      { cwd: ROOT, env: whole, maxBuffer: MOST_BYTES },
      (_error, stdout, stderr) => resolve(stdout === "" ? stderr : stdout),
    );
  });
  return findingsOf(answer);
}

/** The findings in the JSON of a check, or what it said in place of it. */
export function findingsOf(answer: string): string[] {
  let check: Check;
  try {
    check = JSON.parse(answer) as Check;
  } catch {
    return [`the check said: ${answer.trim().slice(0, 500)}`];
  }
  const found = Object.values(check.findings).flat();
  return [
    ...(check.error === null ? [] : [`the check could not be finished: ${check.error}`]),
    ...found.map(({ kind, subject }) => `${kind} ${subject}`),
  ];
}
