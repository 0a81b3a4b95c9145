import { type Bag, linesOf } from "./bag.ts";
import { isPayload } from "./paths.ts";
import type { TagLine } from "./tag-lines.ts";

/** bag-info.txt, and what it was called before 0.96. */
const INFO_FILES = ["bag-info.txt", "package-info.txt"];
const STRICT_LINE = /^[^\s:](?:[^:]*[^\s:])?:(?:[ \t]|$)/;
const LOOSE_LINE = /^[^\s:][^:]*:/;
const OXUM = /^payload-oxum[ \t]*:(.*)$/is;

/** Reads bag-info.txt and compares its Payload-Oxum with the payload. Source: RFC 8493 section 2.2.2. */
export async function checkInfo(bag: Bag): Promise<void> {
  for (const file of INFO_FILES) if (bag.tree.files.has(file)) await checkInfoFile(bag, file);
}

async function checkInfoFile(bag: Bag, file: string): Promise<void> {
  const { isStrict } = bag.declaration;
  const oxums: { readonly line: number; readonly found: string }[] = [];
  for await (const { line, text } of labelsOf(bag, file)) {
    const found = OXUM.exec(text)?.[1]?.trim();
    if (found !== undefined) oxums.push({ line, found });
  }
  const [first, ...others] = oxums;
  if (first) checkOxum(bag, first.line, file, first.found);
  for (const { line } of others)
    bag.report(line, isStrict ? "bag_oxum_twice" : "bag_oxum_repeated", { file });
}

/** The lines that have a label; those that go on with the one before are left out, others reported. */
async function* labelsOf(bag: Bag, file: string): AsyncGenerator<TagLine> {
  const { isStrict } = bag.declaration;
  const form = isStrict ? STRICT_LINE : LOOSE_LINE;
  let hasLabel = false;
  for await (const tag of linesOf(bag, file)) {
    if (hasLabel && /^[ \t]/.test(tag.text)) continue;
    if (form.test(tag.text)) {
      hasLabel = true;
      yield tag;
    } else bag.report(tag.line, isStrict ? "bag_info_line" : "bag_info_line_ignored", { file });
  }
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
