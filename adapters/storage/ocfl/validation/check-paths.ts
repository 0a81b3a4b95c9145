import { foldersAbove } from "../../../../core/storage/logical-path.ts";
import { INVENTORY } from "../../../../core/storage/ocfl-names.ts";
import type { Findings } from "./findings.ts";

/**
 * Checks the paths of one block: no invalid parts, unique, none the folder of another. Source: OCFL 1.1 sections 3.5.2
 * and 3.5.3.1.
 */
export function checkPaths(
  groups: readonly (readonly string[])[],
  codes: { readonly part: string; readonly slash: string; readonly unique: string },
  findings: Findings,
): void {
  const seen = new Set<string>();
  for (const path of groups.flat()) {
    if (path.startsWith("/") || path.endsWith("/"))
      findings.add(codes.slash, INVENTORY, `The path ${path} begins or ends with a slash.`);
    if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
      findings.add(codes.part, INVENTORY, `The path ${path} has an odd part.`);
    if (seen.has(path)) findings.add(codes.unique, INVENTORY, `The path ${path} is there twice.`);
    seen.add(path);
  }
  for (const path of seen)
    for (const folder of foldersAbove(path))
      if (seen.has(folder)) findings.add(codes.unique, INVENTORY, `${folder} is file and folder.`);
}
