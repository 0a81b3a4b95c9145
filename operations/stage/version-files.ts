import { DELETE_LIST, unfoundFault } from "../../core/metadata/delete-list.ts";
import { CarriedFiles, type Deletion } from "../../core/storage/carried-files.ts";
import type { Sql } from "../../prisma/sql.ts";
import { listProducerFiles } from "../../prisma/store/object/read.ts";
import type { StageInput } from "./stage.ts";
import { producerPath } from "./stored.ts";

const PAGE = 1_000;

/** The version an update builds on. `version` 0: none, the object is new. */
export type Base = {
  readonly objectId: string;
  readonly version: number;
  readonly deletions: readonly Deletion[];
};

/**
 * A depositor's file in a version. `ordinal`: its place among the job's files; null: kept from the previous version.
 */
export type VersionFile = {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string | null;
  readonly url: string | null;
  readonly ordinal: number | null;
};

/**
 * The depositor's files in the version a job makes: those of the deposit, then, for an update, those it keeps. The same
 * on every call. `sql`: the connection; inside a transaction, that transaction. Errors: `name_refused`,
 * `delete_list_invalid` (a file to be deleted is not there).
 */
export async function* versionFiles(
  input: StageInput,
  base: Base | undefined,
  sql: Sql = input.ctx.db,
): AsyncGenerator<VersionFile> {
  const carried = base && new CarriedFiles(base.deletions);
  for await (const { name, url, size, sha256, mediaType, ordinal } of input.files.all(sql)) {
    // a version without it would be a silent loss
    if (size === null || sha256 === null) throw new Error(`${name} of ${input.job.id} is not verified.`);
    // an update's list of deletions becomes a system file
    if (base && name === DELETE_LIST) continue;
    const path = producerPath(name);
    carried?.add(path);
    yield { path, size: Number(size), sha256, mediaType, url, ordinal };
  }
  if (!base || !carried) return;
  for await (const file of filesOf(input, base, sql)) if (carried.keeps(file.path)) yield file;
  const unfound = carried.unfound();
  if (unfound.length > 0) throw unfoundFault(unfound, base.version);
}

async function* filesOf(
  { signal }: StageInput,
  { objectId, version }: Base,
  sql: Sql,
): AsyncGenerator<VersionFile> {
  for (let after = 0; version > 0; ) {
    const page = await listProducerFiles(sql, { objectId, version, after, most: PAGE });
    for (const { path, size, sha256, mediaType } of page)
      yield { path, size: Number(size), sha256, mediaType, url: null, ordinal: null };
    signal.throwIfAborted();
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.ordinal;
  }
}
