import { type Bag, linesOf } from "./bag.ts";
import { decodePath, isPayload, isSafePath } from "./paths.ts";

const FETCH_FILE = "fetch.txt";
const LINE = /^(\S+)[ \t]+(\d+|-)[ \t]+([^ \t].*)/s;
const ADDRESS = /^[a-z][a-z0-9+.-]*:\S/i;

/** One line of fetch.txt that may be used. */
type FetchLine = { readonly line: number; readonly path: string };

/** The paths fetch.txt has an address for. Nothing is fetched. Source: RFC 8493 section 2.2.3. */
export async function readFetch(bag: Bag): Promise<readonly FetchLine[]> {
  const { tree, report } = bag;
  if (!tree.files.has(FETCH_FILE)) return [];
  const lines: FetchLine[] = [];
  for await (const { line, text } of linesOf(bag, FETCH_FILE)) {
    const found = LINE.exec(text);
    if (!found) {
      report(line, "bag_fetch_line");
      continue;
    }
    const [, url = "", , given = ""] = found;
    if (!ADDRESS.test(url)) report(line, "bag_fetch_url", { url });
    const path = decodePath(given.replace(/^(?:\.\/)+/, ""));
    if (!isSafePath(path)) report(line, "bag_path", { file: FETCH_FILE, path });
    else if (!isPayload(path)) report(line, "bag_not_payload", { file: FETCH_FILE, path });
    else lines.push({ line, path });
  }
  return lines;
}
