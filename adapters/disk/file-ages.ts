import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Names in a folder whose entries were last changed at least this long ago, by the clock of the machine that owns the
 * disk; a worker's own may be hours off. `changedAt`: when an entry changed, by default its mtime. Empty when there is
 * no folder.
 */
export async function listOlderThan(
  folder: string,
  forMs: number,
  changedAt: (found: Times) => number = ({ mtimeMs }) => mtimeMs,
): Promise<string[]> {
  const changedMs = new Map<string, number>();
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found) changedMs.set(name, changedAt(found));
  }
  if (changedMs.size === 0) return [];
  // on a full disk the newest entry gives a lower bound of the time
  const nowMs = await diskNow(folder).catch(() => newest(changedMs.values()));
  return [...changedMs].filter(([, atMs]) => atMs < nowMs - forMs).map(([name]) => name);
}

type Times = { readonly mtimeMs: number; readonly ctimeMs: number };

function newest(times: Iterable<number>): number {
  let last = 0;
  for (const time of times) last = Math.max(last, time);
  return last;
}

/** The time by the clock that dates files here: the file server's, if there is one, not the worker's. */
async function diskNow(folder: string): Promise<number> {
  const probe = path.join(folder, `.clock-${randomUUID()}`);
  try {
    await writeFile(probe, "", { flag: "wx", mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}
