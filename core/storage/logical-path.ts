const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * What is wrong with a path as a logical path of an OCFL object, as the end of a sentence, or undefined when it is fine.
 * Odd but lawful names (Windows names, control characters, any length) are fine: they never reach the file system.
 * Source: OCFL 1.1 section 3.5.3.1 (E051 to E053).
 */
export function logicalPathFault(path: string): string | undefined {
  if (path === "") return "is empty";
  if (path.startsWith("/")) return "begins with a slash";
  if (path.endsWith("/")) return "ends with a slash";
  if (path.includes("\0")) return "has a NUL character";
  if (LONE_SURROGATE.test(path)) return "is not valid Unicode";
  for (const part of path.split("/")) {
    if (part === "") return "has an empty part";
    if (part === "." || part === "..") return `has the part "${part}"`;
  }
  return undefined;
}

/** The folders above a logical path, nearest first: `a/b/c` gives `a/b`, `a`. */
export function* foldersAbove(path: string): Generator<string> {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) yield path.slice(0, at);
}

/** A path as it may stand in a message: quoted, control characters escaped, cut at 200 characters. */
export function shownPath(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 199)}…` : path);
}
