import { WaybillError } from "../../../core/errors.ts";
import { LAYOUT, ROOT_DECLARATION } from "../../../core/storage/ocfl-names.ts";
import { MARKER_FILE } from "../../../core/storage/root.ts";

const LAYOUT_FILE = "ocfl_layout.json";
export const CONFIG_FILE = `extensions/${LAYOUT.extensionName}/config.json`;

/**
 * The files of a new storage root in the order they are written: the declaration last, so that a root that has it is
 * complete.
 */
export const ROOT_FILES = [
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

/** Reads one of the root's small files; undefined when it is missing. */
export type ReadRootFile = (name: string) => Promise<string | undefined>;

/** Is a storage root laid out as Waybill writes it? Errors: `storage_failed` with what differs. Source: OCFL 1.1 section 4.1, OCFL extension 0004. */
export async function checkLayout(read: ReadRootFile): Promise<void> {
  const layout = await readJson(LAYOUT_FILE, read);
  if (layout.extension !== LAYOUT.extensionName) {
    throw new WaybillError(
      "storage_failed",
      `The storage root is laid out by ${JSON.stringify(layout.extension)}; Waybill writes ${LAYOUT.extensionName} only.`,
    );
  }
  const config: Record<string, unknown> = { ...LAYOUT, ...(await readJson(CONFIG_FILE, read)) };
  for (const [key, value] of Object.entries(LAYOUT)) {
    if (config[key] === value) continue;
    throw new WaybillError(
      "storage_failed",
      `The storage root's layout has ${key} ${JSON.stringify(config[key])}; Waybill writes ${JSON.stringify(value)} only.`,
    );
  }
}

/**
 * A name found in a root that should be empty, or whose creation was interrupted: an error unless it belongs to the
 * latter.
 */
export function checkNotForeign(names: readonly string[]): void {
  const strange = names.find(
    (name) => name !== "extensions" && name !== LAYOUT_FILE && !name.startsWith(MARKER_FILE),
  );
  if (strange === undefined) return;
  throw new WaybillError(
    "storage_failed",
    `The storage root is neither empty nor an OCFL 1.1 storage root: it holds ${JSON.stringify(strange)}.`,
  );
}

async function readJson(name: string, read: ReadRootFile): Promise<Record<string, unknown>> {
  const text = await read(name);
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch (cause) {
    const last = name.slice(name.lastIndexOf("/") + 1);
    throw new WaybillError("storage_failed", `The storage root's ${last} is not JSON.`, { cause });
  }
}
