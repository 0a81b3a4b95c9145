import { spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { dieWithParent } from "../../scripts/die-with-parent.ts";

/** Runs a program of this folder to its end. It reads `input` as JSON from stdin and prints its result as one JSON line. */
export async function runProgram<Result>(node: string, name: string, input: object): Promise<Result> {
  const program = path.join(path.dirname(fileURLToPath(import.meta.url)), name);
  const [file = "", ...words] = [...dieWithParent("KILL"), node, program];
  const child = spawn(file, words, { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(input));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`${name} ended with exit code ${code}: ${output.slice(-500)}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Result;
}
