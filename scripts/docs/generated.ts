import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Problem } from "../problem.ts";
import { ROOT } from "../root.ts";

/**
 * The page with `content` between the marker comments of the block `name`; everything else stays as it is.
 * Throws a Problem when the page has not exactly one such pair of comments.
 */
export function fillBlock(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} (npm run docs) -->`;
  const end = `<!-- end: ${name} -->`;
  const [before, rest, ...more] = page.split(begin);
  const [, after, ...others] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Problem(`The page needs the comments ${begin} and ${end} once each, in this order.`);
  }
  return `${before}${begin}\n\n${content.trim()}\n\n${end}${after}`;
}

/** A page of the documentation as it lies in the repository; `name` is its path below docs. */
export function readPage(name: string): Promise<string> {
  return readFile(pathOf(name), "utf8");
}

/** Writes a page when it has changed, and says whether it has. */
export async function writePage(name: string, page: string): Promise<boolean> {
  if ((await readPage(name)) === page) return false;
  await writeFile(pathOf(name), page);
  return true;
}

function pathOf(name: string): string {
  return path.join(ROOT, "docs", name);
}
