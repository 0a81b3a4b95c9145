/** The version of its object a job made, and how many of the depositor's files it replaced and removed of the one before. */
export type MadeVersion = { readonly version: number; readonly replaced: number; readonly removed: number };

/** What a version did to files that were there: "Version 2; 1 file replaced, 1 removed."; "Version 2." when nothing. */
export function versionSentence({ version, replaced, removed }: MadeVersion): string {
  const said = [
    ...(replaced > 0 ? [`${files(replaced)} replaced`] : []),
    ...(removed > 0 ? [`${replaced > 0 ? number(removed) : files(removed)} removed`] : []),
  ];
  return said.length === 0 ? `Version ${version}.` : `Version ${version}; ${said.join(", ")}.`;
}

/** Did it replace or remove anything? */
export function takesAway({ replaced, removed }: Omit<MadeVersion, "version">): boolean {
  return replaced + removed > 0;
}

function files(count: number): string {
  return `${number(count)} ${count === 1 ? "file" : "files"}`;
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
