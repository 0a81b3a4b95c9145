import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { QueueError } from "../../../core/errors.ts";
import { LAYOUT, ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import type { OcflSettings } from "./options.ts";
import { isMissing } from "./storage-error.ts";
import { syncPaths } from "./sync-paths.ts";

const LAYOUT_FILE = "ocfl_layout.json";
const CONFIG_FILE = `extensions/${LAYOUT.extensionName}/config.json`;

/** The files of a fresh storage root in the order they are written: the declaration last, so that a root that has it is whole. */
const ROOT_FILES = [
  [CONFIG_FILE, `${JSON.stringify(LAYOUT, null, 2)}\n`],
  [
    LAYOUT_FILE,
    `${JSON.stringify(
      {
        extension: LAYOUT.extensionName,
        description:
          "The SHA-256 of the object id: three folders of three hexadecimal digits, then the whole digest.",
      },
      null,
      2,
    )}\n`,
  ],
  [ROOT_DECLARATION.name, ROOT_DECLARATION.text],
] as const;

/**
 * Makes the storage root where there is none, or checks that what is there is one Waybill can write to.
 * Safe to run by several processes at once. Errors: `storage_failed` with what an operator has to change.
 * Source: OCFL 1.1 section 4, OCFL extension 0004.
 */
export async function openStorageRoot(settings: OcflSettings): Promise<void> {
  const { root, staging } = settings;
  if (isWithin(root, staging) || isWithin(staging, root)) {
    throw new QueueError(
      "storage_failed",
      "The staging folder and the storage root must not lie one in the other.",
    );
  }
  await mkdir(root, { recursive: true });
  await mkdir(staging, { recursive: true });
  if ((await stat(root)).dev !== (await stat(staging)).dev) {
    throw new QueueError(
      "storage_failed",
      "The staging folder and the storage root must be on the same file system.",
    );
  }
  const names = await readdir(root);
  if (names.includes(ROOT_DECLARATION.name)) return checkLayout(root);
  const strange = names.find((name) => name !== "extensions" && name !== LAYOUT_FILE);
  if (strange !== undefined) {
    throw new QueueError(
      "storage_failed",
      `The storage root is neither empty nor an OCFL 1.1 storage root: it holds ${JSON.stringify(strange)}.`,
    );
  }
  await makeRoot(settings);
}

/** Is `path` the folder itself or below it? Both absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

async function makeRoot({ root, staging, fsync }: OcflSettings): Promise<void> {
  for (const [name, text] of ROOT_FILES) {
    const unfinished = join(staging, `root-${randomUUID()}`);
    await writeFile(unfinished, text, { flush: fsync, flag: "wx" });
    await mkdir(dirname(join(root, name)), { recursive: true });
    await rename(unfinished, join(root, name));
  }
  if (fsync)
    await syncPaths([dirname(join(root, CONFIG_FILE)), join(root, "extensions"), root, dirname(root)]);
}

async function checkLayout(root: string): Promise<void> {
  const layout = await readJson(join(root, LAYOUT_FILE));
  if (layout.extension !== LAYOUT.extensionName) {
    throw new QueueError(
      "storage_failed",
      `The storage root is laid out by ${JSON.stringify(layout.extension)}; Waybill writes ${LAYOUT.extensionName} only.`,
    );
  }
  const config: Record<string, unknown> = { ...LAYOUT, ...(await readJson(join(root, CONFIG_FILE))) };
  for (const [key, value] of Object.entries(LAYOUT)) {
    if (config[key] === value) continue;
    throw new QueueError(
      "storage_failed",
      `The storage root's layout has ${key} ${JSON.stringify(config[key])}; Waybill writes ${JSON.stringify(value)} only.`,
    );
  }
}

async function readJson(path: string): Promise<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (error) {
    if (isMissing(error)) return {};
    if (error instanceof SyntaxError) {
      throw new QueueError(
        "storage_failed",
        `The storage root's ${relative(dirname(path), path)} is not JSON.`,
        { cause: error },
      );
    }
    throw error;
  }
}
