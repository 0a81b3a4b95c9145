import type { BagReport } from "./problems.ts";

/** What bagit.txt says. `isStrict`: 1.0, whose rules are stricter than those before. */
export type Declaration = { readonly version: string; readonly isStrict: boolean; readonly encoding: string };

/** bagit.txt has two lines; what is longer than this is none. */
export const DECLARATION_BYTES = 4096;

const VERSIONS: readonly string[] = ["0.93", "0.94", "0.95", "0.96", "0.97", "1.0"];
const LOOSE = /^BagIt-Version[ \t]*:[ \t]*(\S+)[ \t]*$/;
const LOOSE_ENCODING = /^Tag-File-Character-Encoding[ \t]*:[ \t]*(\S+)[ \t]*$/;
const STRICT = /^[A-Za-z-]+: \S+$/;

/** Reads bagit.txt. Undefined after a reported problem. Source: RFC 8493 section 2.1.1. */
export function readDeclaration(bytes: Uint8Array, report: BagReport): Declaration | undefined {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (text.startsWith("\ufeff")) {
    report(1, "bag_byte_order_mark", { file: "bagit.txt" });
    return undefined;
  }
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  const version = LOOSE.exec(lines[0] ?? "")?.[1];
  const encoding = LOOSE_ENCODING.exec(lines[1] ?? "")?.[1];
  if (version === undefined || encoding === undefined || lines.length !== 2) {
    report(0, "bag_declaration");
    return undefined;
  }
  if (!VERSIONS.includes(version)) {
    report(1, "bag_version", { version });
    return undefined;
  }
  const isStrict = version === "1.0";
  if (!lines.every((line) => STRICT.test(line)))
    report(0, isStrict ? "bag_declaration_space" : "bag_loose_declaration");
  if (!isStrict && version !== "0.97") report(1, "bag_old", { version });
  if (isEncoding(encoding)) return { version, isStrict, encoding };
  report(2, "bag_encoding_unknown", { encoding });
  return undefined;
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined;
  } catch {
    return false;
  }
}
