/** A text of an address without its percent-encoding (RFC 3986 section 2.1). What is badly encoded stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
