import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Redis as Client } from "ioredis";
import { vi } from "vitest";
import { connect } from "../../scripts/db/connect.ts";

/** Every row of every table, system tables apart, as text, by `schema.table`. */
export async function dumpTables(url: string): Promise<ReadonlyMap<string, string>> {
  const client = await connect(url);
  try {
    const { rows: tables } = await client.query<{ name: string; quoted: string }>(
      `select schemaname || '.' || tablename as name, format('%I.%I', schemaname, tablename) as quoted
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    const dumped = new Map<string, string>();
    for (const { name, quoted } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${quoted} as t`);
      dumped.set(name, rows.map(({ text }) => text).join("\n"));
    }
    return dumped;
  } finally {
    await client.end();
  }
}

/** Every command Redis is sent from now on, with its keys and values. */
export async function watchRedis(url: string): Promise<{ readonly seen: readonly string[]; close(): void }> {
  const client = new Client(url);
  const monitor = await client.monitor();
  const seen: string[] = [];
  monitor.on("monitor", (_time: string, words: readonly string[]) => seen.push(words.join(" ")));
  return {
    seen,
    close: () => {
      monitor.disconnect();
      client.disconnect();
    },
  };
}

/** What this process writes to standard output from now on; a log made later writes there. */
export function watchLog(): readonly string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((content) => {
    lines.push(String(content));
    return true;
  });
  return lines;
}

/** The bytes of all files below a folder, as Latin-1 text. */
export function textOfFiles(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

/** Which of these words a text has: as they are, percent-encoded, in base64 or in hex, as `bytea` is shown. */
export function wordsIn(text: string, words: readonly string[]): readonly string[] {
  return words.filter((word) =>
    [word, encodeURIComponent(word), Buffer.from(word).toString("hex"), ...base64Cores(word)].some((form) =>
      text.includes(form),
    ),
  );
}

/** What base64 of a text with the word in it has in common, for each of the three places the word can begin at. */
function base64Cores(word: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(" ".repeat(shift) + word)
      .toString("base64")
      .replace(/=+$/, "");
    return encoded.slice(shift === 0 ? 0 : shift + 1, -2);
  });
}
