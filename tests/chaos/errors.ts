import * as z from "zod";

/** As lib/log.ts writes them. */
const ERRORS = ["error", "fatal"];
const MOST = 50;
const MOST_CHARS = 2_000;

const Line = z.object({ level: z.string(), msg: z.string().default("") });

/** Lines of severity error in logs, the first of each message and how often it came, and what is no line of a log. */
export function errorsOf(logs: readonly (readonly string[])[]): readonly string[] {
  const first = new Map<string, { line: string; count: number }>();
  for (const line of logs.flat()) {
    const name = nameOf(line);
    if (name === undefined) continue;
    const known = first.get(name);
    if (known) known.count += 1;
    else first.set(name, { line: line.slice(0, MOST_CHARS), count: 1 });
  }
  return [...first.values()].slice(0, MOST).map(({ line, count }) => `${count} x ${line}`);
}

/** By which errors are told apart; undefined: the line is none. */
function nameOf(line: string): string | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return line;
  }
  const read = Line.safeParse(json);
  if (!read.success || !ERRORS.includes(read.data.level)) return undefined;
  const cause = /"message":"([^"]{0,80})/.exec(line)?.[1] ?? "";
  return `${read.data.msg} ${cause}`;
}
