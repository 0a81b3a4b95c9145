import type { FileFault, Mending } from "../../../core/copy/ports.ts";
import { Prisma } from "../../generated/client.ts";
import type { Sql } from "../../sql.ts";

/** A file of a version that was found damaged or missing in a storage and has not been mended. */
export type OpenFinding = {
  readonly id: string;
  readonly path: string;
  readonly expected: string;
  readonly found: string | null;
  /** What an earlier try was about to do, if it may have ended before that was entered. */
  readonly intent: Mending | null;
};

/** Faults in one statement. */
const AT_ONCE = 1_000;

/**
 * Keeps what was found wrong with a version, by storage, and makes it Damaged there and due. A file that is known to be
 * damaged is not entered twice, and one that knew of all of it is due when it was: two storages with the same bad file would
 * otherwise wake each other without end. The row of the storage where the object is kept is made here, since only fixity
 * and copying need it. @returns how many are new
 */
export async function keepFaults(
  tx: Sql,
  versionId: string,
  faults: readonly (FileFault & { readonly id: string })[],
): Promise<number> {
  if (faults.length === 0) return 0;
  const storages = [...new Set(faults.map(({ storage }) => storage))];
  await tx.$executeRaw`
    INSERT INTO version_copy (version_id, storage, state, copied_at, read_at, due_at)
    SELECT version.id, storage, 'Damaged', version.created_at, clock_timestamp(), clock_timestamp()
    FROM object_version AS version, unnest(${storages}::text[]) AS storage WHERE version.id = ${versionId}
    ORDER BY storage
    ON CONFLICT (version_id, storage) DO UPDATE SET read_at = excluded.read_at,
      state = CASE WHEN version_copy.state = 'Wanted' THEN version_copy.state ELSE 'Damaged' END,
      due_at = CASE WHEN version_copy.state = 'Damaged' THEN COALESCE(version_copy.due_at, excluded.due_at)
        ELSE LEAST(version_copy.due_at, excluded.due_at) END`;
  let added = 0;
  for (let at = 0; at < faults.length; at += AT_ONCE)
    added += await enterFaults(tx, versionId, faults.slice(at, at + AT_ONCE));
  return added;
}

/** Enters findings that nobody has entered, and makes the version due in their storages. @returns how many */
async function enterFaults(
  tx: Sql,
  versionId: string,
  faults: readonly (FileFault & { readonly id: string })[],
): Promise<number> {
  const rows = JSON.stringify(faults);
  const [entered] = await tx.$queryRaw<{ added: number }[]>`
    WITH added AS (
      INSERT INTO copy_finding (id, version_id, storage, path, expected, found)
      SELECT id, ${versionId}, storage, path, expected, found
      FROM jsonb_to_recordset(${rows}::jsonb) AS fault (id text, storage text, path text, expected text, found text)
      ON CONFLICT (version_id, storage, path) WHERE mended_at IS NULL DO NOTHING RETURNING storage
    ), due AS (
      UPDATE version_copy SET due_at = LEAST(due_at, clock_timestamp())
      WHERE version_id = ${versionId} AND storage IN (SELECT storage FROM added)
    )
    SELECT count(*)::int AS added FROM added`;
  return entered?.added ?? 0;
}

/** What is wrong with a version in a storage, content before inventories and those before the files of the root. */
export async function listOpenFindings(
  tx: Sql,
  { versionId, storage }: { readonly versionId: string; readonly storage: string },
): Promise<OpenFinding[]> {
  return tx.$queryRaw<OpenFinding[]>`
    SELECT id, path, expected, found,
      CASE WHEN begun_at IS NOT NULL THEN jsonb_build_object('from', mended_from, 'kept', kept) END AS intent
    FROM copy_finding
    WHERE version_id = ${versionId} AND storage = ${storage} AND mended_at IS NULL
    ORDER BY strpos(path, '/') = 0, path LIKE '%.sha256', path LIKE '%/inventory.json', path COLLATE "C"`;
}

/** Notes what is about to be done about a finding, so that it can be audited whoever dies meanwhile. */
export async function beginMending(tx: Sql, id: string, { from, kept }: Mending): Promise<void> {
  await tx.$executeRaw`
    UPDATE copy_finding SET begun_at = clock_timestamp(), mended_from = ${from}, kept = ${kept}
    WHERE id = ${id} AND mended_at IS NULL`;
}

/** Closes a finding with what was done about it: nothing, if it was found good. @returns false: somebody has */
export async function closeFinding(tx: Sql, id: string, { from, kept }: Mending): Promise<boolean> {
  const closed = await tx.$executeRaw`
    UPDATE copy_finding SET mended_at = clock_timestamp(), mended_from = ${from}, kept = ${kept}
    WHERE id = ${id} AND mended_at IS NULL`;
  return closed > 0;
}

/** Objects with files that Waybill could not mend, those found first first; `since`: the oldest finding of each. */
export async function listUnmended(
  tx: Sql,
  most: number,
): Promise<{ readonly ark: string; readonly files: number; readonly since: Date }[]> {
  return tx.$queryRaw(Prisma.sql`
    SELECT object.ark, count(*)::int AS files, min(finding.found_at) AS since
    FROM version_copy AS copy
    JOIN copy_finding AS finding ON finding.version_id = copy.version_id AND finding.storage = copy.storage AND mended_at IS NULL
    JOIN object_version AS version ON version.id = copy.version_id
    JOIN stored_object AS object ON object.id = version.object_id
    WHERE copy.state = 'Damaged' AND copy.trouble IS NOT NULL
    GROUP BY object.ark ORDER BY since, object.ark LIMIT ${most}`);
}
