import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);
const MOST_BYTES = 64 * 1024 * 1024;

/** What curl got: the last answer, should there have been several. */
export type CurlAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
};

/** Where the lines go instead of to Merritt, what variables they name, and the folder of their files. */
export type CurlPlace = {
  readonly host: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
};

/** The host as it stands in scripts written for Merritt. */
const MERRITT = "https://merritt.cdlib.org";

/** Runs a curl line written for Merritt in a shell, with only the host changed; `-i` and `-sS` show what came. */
export async function runCurl(line: string, { host, env, folder }: CurlPlace): Promise<CurlAnswer> {
  if (!line.startsWith("curl ") || !line.includes(MERRITT))
    throw new Error(`This is no line for Merritt: ${line}`);
  const words = line.replace(/^curl /, "curl -i -sS ").replace(MERRITT, host);
  const { stdout } = await run("sh", ["-c", words], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
    maxBuffer: MOST_BYTES,
  });
  return lastAnswer(stdout);
}

function lastAnswer(output: string): CurlAnswer {
  let rest = output;
  for (;;) {
    const end = rest.indexOf("\r\n\r\n");
    const [first = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(first.split(" ")[1]);
    rest = rest.slice(end + 4);
    if (status >= 200 || Number.isNaN(status)) {
      const headers = new Headers(lines.map((line) => splitHeader(line)));
      return { status, headers, body: rest };
    }
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
