import type { FileTree } from "../container/ports.ts";
import type { Declaration } from "./declaration.ts";
import type { PathFinder } from "./paths.ts";
import type { BagReport } from "./problems.ts";
import { readTagLines, type TagLine } from "./tag-lines.ts";

/** A bag under judgement. `holes`: paths fetch.txt has an address for, and its line. */
export type Bag = {
  readonly tree: FileTree;
  readonly declaration: Declaration;
  readonly finder: PathFinder;
  readonly report: BagReport;
  readonly holes: ReadonlyMap<string, number>;
};

/** The lines of one of its tag files. */
export function linesOf({ tree, declaration, report }: Bag, file: string): AsyncGenerator<TagLine> {
  return readTagLines(file, tree.read(file), declaration, report);
}
