const ABOVE_ASCII = /[\u0080-\u00ff]/g;

/**
 * A `Location` as it was meant: as UTF-8 if its bytes are (so that a host name may have such letters), else with each
 * byte beyond ASCII percent-encoded, as curl and browsers send it. `value`: one character for each byte, as parsers
 * give it.
 */
export function readLocation(value: string): string {
  const bytes = Buffer.from(value, "latin1");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value.replace(ABOVE_ASCII, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  }
}
