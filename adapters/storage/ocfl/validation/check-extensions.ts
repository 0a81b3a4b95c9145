import type { Tree } from "../tree.ts";
import type { Findings } from "./findings.ts";

/**
 * An `extensions` folder may only contain folders named like registered extensions. `stray`, `odd`: the codes for what
 * breaks that. Source: OCFL 1.1 sections 3.9 and 4.4.
 */
export async function checkExtensions(
  tree: Tree,
  folder: string,
  findings: Findings,
  codes: { readonly stray: string; readonly odd: string },
): Promise<void> {
  for (const entry of (await tree.list(folder)) ?? []) {
    if (entry.kind !== "folder") findings.add(codes.stray, entry.name, "Only extension folders may be here.");
    else if (!/^\d{4}-[a-z0-9-]+$|^initial$/.test(entry.name))
      findings.add(codes.odd, entry.name, "It is not named like a registered extension.");
  }
}
