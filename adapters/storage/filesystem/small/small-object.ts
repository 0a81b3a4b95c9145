import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  CONTENT_FOLDER,
  INVENTORY,
  OBJECT_DECLARATION,
  SIDECAR,
  sidecarText,
  versionName,
} from "../../../../core/storage/ocfl-names.ts";
import type { FileSource, StoreFile, StoreVersion } from "../../../../core/storage/ports.ts";
import { sourceOf } from "../../../../core/storage/source-of.ts";
import { VersionPlan } from "../../../../core/storage/version-plan.ts";
import { inventoryText } from "../../ocfl/write-inventory.ts";
import type { OcflSettings } from "../options.ts";
import type { SmallFile, StageTask } from "./tasks.ts";

/** The most that is stored in one go; more is stored file by file. */
const MOST_FILES = 100;
const MOST_BYTES = 4_194_304;

/** The files of a version: a list if they are few and small, else all of them, to be iterated once. */
export type Gathered = { readonly few: readonly StoreFile[] } | { readonly many: AsyncIterable<StoreFile> };

/** Reads the list of a version's files as far as a small object's goes. */
export async function gatherFew(files: StoreVersion["files"]): Promise<Gathered> {
  const rest = Symbol.asyncIterator in files ? files[Symbol.asyncIterator]() : files[Symbol.iterator]();
  const few: StoreFile[] = [];
  let bytes = 0;
  while (few.length <= MOST_FILES && bytes <= MOST_BYTES) {
    const next = await rest.next();
    if (next.done) return { few };
    few.push(next.value);
    bytes += next.value.size;
  }
  return { many: joined(few, rest) };
}

async function* joined(
  first: readonly StoreFile[],
  rest: Iterator<StoreFile> | AsyncIterator<StoreFile>,
): AsyncGenerator<StoreFile> {
  try {
    yield* first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** A small new object, ready to be written below `staged`, and the plan and inventory it will have. */
export type SmallObject = {
  readonly plan: VersionPlan;
  readonly inventorySha256: string;
  readonly task: StageTask;
};

/** Plans one from its files. Errors: `storage_failed` for a path, digest or size that cannot be stored. */
export async function planSmall(
  request: StoreVersion,
  files: readonly StoreFile[],
  staged: string,
  { fsync, reserveBytes }: OcflSettings,
): Promise<SmallObject> {
  const plan = new VersionPlan(request.version, new Map());
  const contents: SmallFile[] = [];
  for (const file of files) {
    const { content, isFirst } = plan.add(file);
    if (!isFirst) continue;
    const { path, sha256, size } = file;
    contents.push({ path, source: ownBytes(sourceOf(file)), target: content.contentPath, sha256, size });
  }
  const version = versionName(request.version);
  const text = await inventoryText(request, plan);
  const inventorySha256 = createHash("sha256").update(text).digest("hex");
  const sidecar = sidecarText(inventorySha256);
  const task: StageTask = {
    kind: "stage",
    staged,
    folders: foldersOf(version, contents),
    files: contents,
    inventory: { target: join(version, INVENTORY), text, sha256: inventorySha256 },
    texts: [
      { target: join(version, SIDECAR), text: sidecar },
      { target: INVENTORY, text },
      { target: OBJECT_DECLARATION.name, text: OBJECT_DECLARATION.text },
      { target: SIDECAR, text: sidecar },
    ],
    fsync,
    reserveBytes,
  };
  return { plan, inventorySha256, task };
}

/** A view of a larger buffer would go to the thread with all of that. */
function ownBytes(source: FileSource): FileSource {
  return typeof source === "string" ? source : new Uint8Array(source);
}

function foldersOf(version: string, files: readonly SmallFile[]): readonly string[] {
  const ofFiles = new Set(files.map(({ target }) => target.slice(0, target.lastIndexOf("/"))));
  const content = join(version, CONTENT_FOLDER);
  return [
    "",
    version,
    ...(files.length > 0 ? [content] : []),
    ...[...ofFiles].filter((one) => one !== content),
  ];
}
