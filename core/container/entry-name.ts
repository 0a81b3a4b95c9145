/**
 * The name in a container's bytes: UTF-8, else ISO-8859-1 where `mayBeLatin1`. `isClear` false: it is neither, and `name`
 * is only fit to be shown. Bytes 0x80 to 0x9f are control characters in ISO-8859-1: a name that has them was written in
 * something else, and a guess would keep a wrong name. Source: docs/reference/containers.md, "Names".
 */
export function readEntryName(
  bytes: Uint8Array,
  mayBeLatin1: boolean,
): { readonly name: string; readonly isClear: boolean } {
  const utf8 = decodeUtf8(bytes);
  if (utf8 !== undefined) return { name: utf8, isClear: true };
  const latin1 = decodeLatin1(bytes);
  return { name: latin1, isClear: mayBeLatin1 && !/[\u0080-\u009f]/.test(latin1) };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Byte for byte: the decoder called iso-8859-1 is windows-1252, as the web has it. */
function decodeLatin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

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
