import { randomUUID } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Names in a folder whose entries were last changed so long ago, by the clock of the machine whose disk it is: a worker's
 * own may be hours off. `changedAt`: when an entry changed, by default its mtime. An empty list where there is no folder.
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
  // on a full disk the newest entry says what time it is at the least
  const nowMs = await diskNow(folder).catch(() => newest(changedMs.values()));
  return [...changedMs].filter(([, atMs]) => atMs < nowMs - forMs).map(([name]) => name);
}

type Times = { readonly mtimeMs: number; readonly ctimeMs: number };

function newest(times: Iterable<number>): number {
  let last = 0;
  for (const time of times) last = Math.max(last, time);
  return last;
}

/** What the clock says that dates the files here: a file server's, where there is one, and no worker's. */
async function diskNow(folder: string): Promise<number> {
  const probe = path.join(folder, `.clock-${randomUUID()}`);
  try {
    await writeFile(probe, "", { flag: "wx", mode: 0o600 });
    return (await stat(probe)).mtimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}
