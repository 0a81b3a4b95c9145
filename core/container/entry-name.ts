/**
 * A name without `./` before it, which tar writes, and a folder without the slash at its end. The top folder's own is empty.
 */
export function tidyName(name: string, isFolder: boolean): string {
  const plain = name.replace(/^(?:\.\/)+/, "");
  if (!isFolder) return plain;
  // an expression for the slashes at the end would begin anew at each slash: a name may be a megabyte of them
  let end = plain.length;
  while (plain[end - 1] === "/") end -= 1;
  const folder = plain.slice(0, end);
  return folder === "." ? "" : folder;
}
