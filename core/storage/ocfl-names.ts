import { logicalPathFault } from "./logical-path.ts";

/** Names and fixed texts of an OCFL storage root and object. Source: OCFL 1.1 sections 3.2, 3.5, 4.1 and 4.2. */
export const ROOT_DECLARATION = { name: "0=ocfl_1.1", text: "ocfl_1.1\n" } as const;
export const OBJECT_DECLARATION = { name: "0=ocfl_object_1.1", text: "ocfl_object_1.1\n" } as const;
export const INVENTORY_TYPE = "https://ocfl.io/1.1/spec/#inventory";
export const INVENTORY = "inventory.json";
export const SIDECAR = "inventory.json.sha256";
export const CONTENT_FOLDER = "content";

/** The storage root's layout: three folders of three hexadecimal digits, then the whole SHA-256 of the object's id. Source: OCFL extension 0004, "Parameters". */
export const LAYOUT = {
  extensionName: "0004-hashed-n-tuple-storage-layout",
  digestAlgorithm: "sha256",
  tupleSize: 3,
  numberOfTuples: 3,
  shortObjectRoot: false,
} as const;

/** The object's folder below the storage root. `idSha256`: lower-case hexadecimal SHA-256 of the id in UTF-8. Source: OCFL extension 0004, "Procedure". */
export function objectRootOf(idSha256: string): string {
  return [idSha256.slice(0, 3), idSha256.slice(3, 6), idSha256.slice(6, 9), idSha256].join("/");
}

/** Is this an object folder as `objectRootOf` makes them? */
export function isObjectRoot(root: string): boolean {
  const digest = root.slice(root.lastIndexOf("/") + 1);
  return /^[0-9a-f]{64}$/.test(digest) && objectRootOf(digest) === root;
}

export function versionName(version: number): string {
  return `v${version}`;
}

/** The number in `v12`, or undefined when the name is no version folder without zero-padding (the only kind Waybill writes). */
export function versionNumber(name: string): number | undefined {
  return /^v[1-9]\d{0,8}$/.test(name) ? Number(name.slice(1)) : undefined;
}

/** Files of one folder of a version's content. */
const FILES_PER_FOLDER = 1_000;

/** Where the `ordinal`th (from 0) new file of a version lies in the object: `v1/content/0000/000`. The name tells nothing of the deposit's. */
export function contentPathOf(version: number, ordinal: number): string {
  const folder = String(Math.floor(ordinal / FILES_PER_FOLDER)).padStart(4, "0");
  const file = String(ordinal % FILES_PER_FOLDER).padStart(3, "0");
  return `${versionName(version)}/${CONTENT_FOLDER}/${folder}/${file}`;
}

/**
 * Where new bytes of a version lie where files cannot be renamed: `v1/content/2c/2cf24d...`, called after their SHA-256.
 * Whoever writes such a file writes the same bytes, so two writers cannot spoil each other's, and what a killed put left can be used.
 */
export function digestContentPathOf(version: number, sha256: string): string {
  return `${versionName(version)}/${CONTENT_FOLDER}/${sha256.slice(0, 2)}/${sha256}`;
}

/** Is this a path in an object as `contentPathOf` or `digestContentPathOf` make them? */
export function isContentPath(path: string): boolean {
  const [version, folder] = path.split("/");
  return (
    versionNumber(version ?? "") !== undefined &&
    folder === CONTENT_FOLDER &&
    logicalPathFault(path) === undefined
  );
}

/** The line of an inventory's sidecar. Source: OCFL 1.1 section 3.6. */
export function sidecarText(inventoryDigest: string): string {
  return `${inventoryDigest} ${INVENTORY}\n`;
}

/** The digest in a sidecar, lower case, or undefined when the text is not `DIGEST inventory.json`. Source: OCFL 1.1 section 3.6 (E061). */
export function readSidecar(text: string): string | undefined {
  return /^([0-9a-f]+)[ \t]+inventory\.json\n?$/i.exec(text)?.[1]?.toLowerCase();
}
