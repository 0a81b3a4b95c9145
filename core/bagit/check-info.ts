import { type Bag, linesOf } from "./bag.ts";
import { isPayload } from "./paths.ts";

/** bag-info.txt, and what it was called before 0.96. */
const INFO_FILES = ["bag-info.txt", "package-info.txt"];
const STRICT_LINE = /^[^\s:](?:[^:]*[^\s:])?:(?:[ \t]|$)/;
const LOOSE_LINE = /^[^\s:][^:]*:/;
const OXUM = "payload-oxum";
/** Kept of a value that goes on over many lines. */
const MOST_LINES = 100;

/** Kept of one label, however often it stands there. */
const MOST_KEPT = 1_000;

/** A label in small letters, and its value as one line. `line`: where it begins. */
export type InfoElement = { readonly line: number; readonly label: string; readonly value: string };
type OpenElement = Omit<InfoElement, "value"> & { readonly parts: string[] };

/** The elements of bag-info.txt that were asked for, by their label in small letters, in their order. */
export type BagInfo = ReadonlyMap<string, readonly InfoElement[]>;

/**
 * Reads bag-info.txt and compares its Payload-Oxum, which may be folded, with the payload. Source: RFC 8493 section 2.2.2.
 * @returns the elements with a label of `wanted`, of each the first 1,000
 */
export async function checkInfo(bag: Bag, wanted: ReadonlySet<string>): Promise<BagInfo> {
  const info = new Map<string, InfoElement[]>();
  const keep = (element: InfoElement) => {
    if (!wanted.has(element.label)) return;
    const kept = info.get(element.label);
    if (!kept) info.set(element.label, [element]);
    else if (kept.length < MOST_KEPT) kept.push(element);
  };
  for (const file of INFO_FILES) if (bag.tree.files.has(file)) await checkInfoFile(bag, file, keep);
  return info;
}

async function checkInfoFile(bag: Bag, file: string, keep: (element: InfoElement) => void): Promise<void> {
  const { isStrict } = bag.declaration;
  const oxums: { readonly line: number; readonly found: string }[] = [];
  for await (const element of elementsOf(bag, file)) {
    keep(element);
    if (element.label === OXUM) oxums.push({ line: element.line, found: element.value });
  }
  const [first, ...others] = oxums;
  if (first) checkOxum(bag, first.line, file, first.found);
  for (const { line } of others)
    bag.report(line, isStrict ? "bag_oxum_twice" : "bag_oxum_repeated", { file });
}

/** The elements, each with the indented lines its value goes on in; lines that are neither are reported. */
async function* elementsOf(bag: Bag, file: string): AsyncGenerator<InfoElement> {
  const { isStrict } = bag.declaration;
  const form = isStrict ? STRICT_LINE : LOOSE_LINE;
  const odd = isStrict ? "bag_info_line" : "bag_info_line_ignored";
  let open: OpenElement | undefined;
  for await (const { line, text } of linesOf(bag, file)) {
    if (open && /^[ \t]/.test(text)) goOn(open, text);
    else if (form.test(text)) {
      if (open) yield closed(open);
      open = begin(line, text);
    } else bag.report(line, odd, { file });
  }
  if (open) yield closed(open);
}

function goOn({ parts }: OpenElement, text: string): void {
  if (parts.length < MOST_LINES) parts.push(text.trim());
}

function begin(line: number, text: string): OpenElement {
  const colon = text.indexOf(":");
  return { line, label: text.slice(0, colon).trim().toLowerCase(), parts: [text.slice(colon + 1).trim()] };
}

function closed({ line, label, parts }: OpenElement): InfoElement {
  return { line, label, value: parts.filter(Boolean).join(" ") };
}

function checkOxum({ tree, report }: Bag, line: number, file: string, found: string): void {
  if (!/^\d+\.\d+$/.test(found)) {
    report(line, "bag_oxum_form", { file, found });
    return;
  }
  let [bytes, files] = [0, 0];
  for (const [path, { sizeBytes }] of tree.files) {
    if (!isPayload(path)) continue;
    bytes += sizeBytes;
    files += 1;
  }
  if (found === `${bytes}.${files}`) return;
  report(line, "bag_oxum", {
    file,
    found,
    bytes: bytes === 1 ? "1 byte" : `${bytes} bytes`,
    files: files === 1 ? "1 file" : `${files} files`,
  });
}
