import type { Deposit, ExpectedJob } from "../deposit.ts";
import type { RecordedVersion, Seen, SeenFile, SeenVersion } from "../seen.ts";

const PRODUCER = "producer/";

type Completed = Extract<ExpectedJob, { end: "Completed" }>;
/** A job that writes an object. `isAgain`: a person ran it again, so it writes when its turn comes then. */
type Write = { readonly jobId: string; readonly isAgain: boolean; readonly expected: Completed };
type Made = Write & { readonly version: RecordedVersion };

/**
 * Versions that are not what was deposited: each job that completes has exactly one, each that fails none; those of one
 * object are numbered in the order of its lane, and each has the deposited files by name and digest, updates all of before too.
 */
export function wrongVersions(
  seen: Pick<Seen, "acknowledged" | "batches" | "jobs" | "stored" | "recorded">,
): string[] {
  const stored = new Map(seen.stored.map((version) => [nameOf(version), version]));
  const meant = new Set<string>();
  const found: string[] = [];
  for (const [object, writes] of writesByObject(seen)) {
    const made = writes.flatMap((write) => {
      const versions = seen.recorded.filter(({ jobId }) => jobId === write.jobId);
      if (versions.length !== 1) found.push(`${object}: ${write.jobId} has ${versions.length} versions`);
      return versions.map((version) => ({ ...write, version }));
    });
    for (const { version } of made) meant.add(nameOf(version));
    found.push(...misnumbered(object, made), ...otherFiles(object, made, stored));
  }
  const strangers = seen.stored.filter((version) => !meant.has(nameOf(version)));
  return [...found, ...strangers.map((version) => `${nameOf(version)} is stored, and nobody deposited it`)];
}

/** `made`: in the order of their lane. */
function misnumbered(object: string, made: readonly Made[]): string[] {
  const numbers = made.map(({ version }) => version.version).sort((a, b) => a - b);
  if (numbers.some((number, place) => number !== place + 1))
    return [`${object}: has versions ${numbers.join(", ")}`];
  const first = made.filter(({ isAgain }) => !isAgain);
  return first.flatMap(({ jobId, version }, place) => {
    const before = first[place - 1]?.version.version ?? 0;
    return before < version.version
      ? []
      : [`${object}: ${jobId} made version ${version.version} after ${before}`];
  });
}

function otherFiles(
  object: string,
  made: readonly Made[],
  stored: ReadonlyMap<string, SeenVersion>,
): string[] {
  const files = new Map<string, string>();
  return [...made]
    .sort((a, b) => a.version.version - b.version.version)
    .flatMap(({ version, expected }) => {
      for (const [name, sha256] of Object.entries(expected.files)) files.set(`${PRODUCER}${name}`, sha256);
      const disk = stored.get(nameOf(version));
      if (!disk) return [`${object}: ${nameOf(version)} is not stored`];
      return sameFiles(disk.files, files)
        ? []
        : [`${object}: ${nameOf(version)} has other files than deposited`];
    });
}

/** Where the rows of the inventory and what is stored differ, version by version and file by file. */
export function wrongRows({ stored, recorded }: Pick<Seen, "stored" | "recorded">): string[] {
  const rows = new Map(recorded.map((version) => [nameOf(version), version]));
  const disk = new Map(stored.map((version) => [nameOf(version), version]));
  return [
    ...stored.filter((one) => !rows.has(nameOf(one))).map((one) => `${nameOf(one)} has no rows`),
    ...recorded.filter((one) => !disk.has(nameOf(one))).map((one) => `${nameOf(one)} is not stored`),
    ...recorded.flatMap((one) => {
      const there = disk.get(nameOf(one));
      if (!there) return [];
      const isSame = linesOf(one.files) === linesOf(there.files) && one.fileCount === there.files.length;
      return isSame ? [] : [`${nameOf(one)} has other files in its rows than stored`];
    }),
  ];
}

/** The jobs that write each object, in the order of their lane. */
function writesByObject({
  acknowledged,
  batches,
  jobs,
}: Pick<Seen, "acknowledged" | "batches" | "jobs">): ReadonlyMap<string, readonly Write[]> {
  const seqs = new Map(batches.map(({ id, seq }) => [id, seq]));
  const inOrder = [...acknowledged].sort((a, b) => (seqs.get(a.batchId) ?? 0) - (seqs.get(b.batchId) ?? 0));
  const writes = new Map<string, Write[]>();
  for (const { deposit, batchId } of inOrder)
    for (const [ordinal, expected] of completedOf(deposit)) {
      const job = jobs.find((one) => one.batchId === batchId && one.ordinal === ordinal);
      const of = writes.get(expected.object) ?? [];
      of.push({
        jobId: job?.id ?? `job ${ordinal} of ${batchId}`,
        isAgain: (job?.retryCount ?? 0) > 0,
        expected,
      });
      writes.set(expected.object, of);
    }
  return writes;
}

function completedOf({ jobs }: Deposit): (readonly [number, Completed])[] {
  return jobs.flatMap((job, place) => (job.end === "Completed" ? [[place + 1, job] as const] : []));
}

function sameFiles(files: readonly SeenFile[], wanted: ReadonlyMap<string, string>): boolean {
  const deposited = files.filter(({ path }) => path.startsWith(PRODUCER));
  return (
    deposited.length === wanted.size && deposited.every(({ path, sha256 }) => wanted.get(path) === sha256)
  );
}

function linesOf(files: readonly SeenFile[]): string {
  return files
    .map(({ path, sha256, contentPath }) => `${path} ${sha256} ${contentPath}`)
    .sort()
    .join("\n");
}

function nameOf({ ark, version }: Pick<SeenVersion, "ark" | "version">): string {
  return `${ark} v${version}`;
}
