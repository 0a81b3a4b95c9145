import type { CheckStorage, HeldFile, HeldVersion } from "../../core/check/ports.ts";
import { WaybillError } from "../../core/errors.ts";
import { readErc } from "../../core/metadata/read-erc.ts";
import { SYSTEM_FOLDER } from "../../core/metadata/system-files.ts";
import type { NewObjectFile } from "../../prisma/store/object/record.ts";

/** A version as read from its bytes. `membership`, `owner`: from its system files, empty when there are none. */
export type ReadVersion = {
  readonly files: readonly NewObjectFile[];
  readonly sizeBytes: number;
  readonly owner: string;
  readonly membership: string;
  readonly who: string | null;
  readonly what: string | null;
  readonly when: string | null;
  readonly localIds: readonly string[];
};

/**
 * Reads all bytes of a stored version, and what its system files say about it. Sizes are in bytes. Errors:
 * `storage_verify_failed`, naming the first file that is missing or does not match its digest
 */
export async function readStored(
  storage: CheckStorage,
  root: string,
  held: HeldVersion,
): Promise<ReadVersion> {
  const files: NewObjectFile[] = [];
  const sizes = new Map<string, number>();
  for (const { path, sha256, contentPath } of held.files) {
    const size = sizes.get(contentPath) ?? (await measure(storage, root, { path, sha256, contentPath }));
    sizes.set(contentPath, size);
    files.push({ ordinal: files.length + 1, path, size, sha256, mediaType: null, contentPath });
  }
  const textOf = async (name: string) => {
    const file = held.files.find(({ path }) => path === `${SYSTEM_FOLDER}/${name}`);
    return file === undefined ? "" : ((await storage.text(root, file.contentPath)) ?? "");
  };
  const [membership = ""] = (await textOf("mrt-membership.txt")).split("\n");
  const { who, what, when, localIds } = readErc(await textOf("mrt-erc.txt"), "mrt-erc.txt");
  return {
    files,
    sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
    owner: (await textOf("mrt-owner.txt")).trim(),
    membership: membership.trim(),
    who: who ?? null,
    what: what ?? null,
    when: when ?? null,
    localIds,
  };
}

async function measure(storage: CheckStorage, root: string, file: HeldFile): Promise<number> {
  const found = await storage.measure(root, file.contentPath);
  if (found?.sha256 === file.sha256) return found.size;
  throw new WaybillError(
    "storage_verify_failed",
    `The stored bytes of ${file.path} are ${found ? "not those of their digest" : "gone"}, so the version was not recorded.`,
  );
}
