import { INVENTORY, OBJECT_DECLARATION, SIDECAR, sidecarText, versionName } from "../storage/ocfl-names.ts";
import type { ExpectedFile } from "./ports.ts";

/** The files beside its content that a version's own folder must have. Source: OCFL 1.1 sections 3.6 and 3.7. */
export function versionFilesOf(version: number, inventorySha256: string): readonly ExpectedFile[] {
  const folder = versionName(version);
  return [
    { path: `${folder}/${INVENTORY}`, sha256: inventorySha256 },
    { path: `${folder}/${SIDECAR}`, text: sidecarText(inventorySha256) },
  ];
}

/** The files the object's root must have while the version is its head, the sidecar last. Source: OCFL 1.1 sections 3.2 and 3.7 (E064). */
export function rootFilesOf(version: number, inventorySha256: string): readonly ExpectedFile[] {
  return [
    { path: OBJECT_DECLARATION.name, text: OBJECT_DECLARATION.text },
    { path: INVENTORY, sha256: inventorySha256, from: `${versionName(version)}/${INVENTORY}` },
    { path: SIDECAR, text: sidecarText(inventorySha256) },
  ];
}

/** Is it a file of the object's root, not of one of its versions? */
export function isRootFile(path: string): boolean {
  return !path.includes("/");
}
