/** What macOS adds beside the files it packs. */
export const MAC_FOLDER = "__MACOSX";

/**
 * Where the bag in a container begins: "" when bagit.txt lies at the top, `folder/` when it lies in the only folder there
 * (that of macOS does not count), undefined when the container is no bag. Source: RFC 8493 section 4.1.
 */
export function findBagTop(names: Iterable<string>): string | undefined {
  let only: string | undefined;
  let hasOthers = false;
  let isBag = false;
  for (const name of names) {
    if (name === "bagit.txt") return "";
    const slash = name.indexOf("/");
    const top = name.slice(0, Math.max(slash, 0));
    if (top === MAC_FOLDER) continue;
    only ??= top;
    hasOthers ||= top !== only;
    isBag ||= name === `${top}/bagit.txt`;
  }
  return isBag && !hasOthers && only !== undefined ? `${only}/` : undefined;
}

/** Whether a name lies beside the bag whose folder was taken off the names. */
export function isBesideBag(name: string, bagTop: string): boolean {
  return bagTop !== "" && name.startsWith(`${MAC_FOLDER}/`);
}

/** Whether taking the bag's folder off would put files of two folders into one. */
export function hasMacFolderTwice(names: readonly string[], bagTop: string): boolean {
  return (
    names.some((name) => isBesideBag(name, bagTop)) &&
    names.some((name) => name.startsWith(`${bagTop}${MAC_FOLDER}/`))
  );
}
