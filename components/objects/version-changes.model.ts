import {
  VERSION_CHANGES,
  type VersionChange,
  type VersionChanges,
} from "../../core/contracts/object-views.ts";
import { count } from "../display/amount.model.ts";

/** What became of a file, as a word of its own. */
export const CHANGE_WORDS = {
  added: "Added",
  changed: "Changed",
  removed: "Removed",
  kept: "Kept",
} as const satisfies Record<VersionChange, string>;

/** What a version did to its files, in a line: "2 added, 1 removed, 44 kept"; "nothing changed" where all were kept. */
export function changesLine(changes: VersionChanges): string {
  const said = VERSION_CHANGES.filter((change) => changes[change] > 0);
  if (said.every((change) => change === "kept")) return "nothing changed";
  return said.map((change) => `${count(changes[change])} ${change}`).join(", ");
}

/** How many paths the list of changes has: one kind, or all that were not kept. */
export function changesListed(changes: VersionChanges, wanted: VersionChange | undefined): number {
  return wanted ? changes[wanted] : changes.added + changes.changed + changes.removed;
}

/** The kind the URL asks for; an old or mistyped one shows all. */
export function wantedChange(value: string | undefined): VersionChange | undefined {
  return VERSION_CHANGES.find((change) => change === value);
}
