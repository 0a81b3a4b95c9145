import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../root.ts";
import { isMain, runCommand } from "../run-command.ts";

/** Top folders of the repository: a word in code marks that begins with one of them is a path that must exist. */
const ROOMS =
  /^(app|components|core|operations|prisma|adapters|worker|lib|tests|e2e|bench|docs|scripts|public|\.ci)\//;
const CODE = /`([^`\s]+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;
/** Made by commands, so not in a fresh clone. */
const GENERATED = /^prisma\/generated(\/|$)/;

/** The repository paths that a Markdown text names in `code` or as a link, relative to the repository. */
export function pathsIn(text: string, folder: string): string[] {
  const named = [...text.matchAll(CODE)].map((match) => match[1] ?? "").filter((word) => ROOMS.test(word));
  const linked = [...text.matchAll(LINK)]
    .map((match) => match[1] ?? "")
    .filter((target) => !/^([a-z]+:|#|\/)/i.test(target))
    .map((target) => path.posix.join(folder, target));
  return [...named, ...linked]
    .map((word) => word.replace(/[#:].*$/, "").replace(/[.,;]$/, ""))
    .filter((word) => !GENERATED.test(word));
}

/** Whether a path exists; `*` and `{a,b}` mean that something fits, `<name>` and `[name]` are literal or placeholders. */
export function isThere(name: string, files: ReadonlySet<string>): boolean {
  if (existsSync(path.join(ROOT, name))) return true;
  if (!/[*{<]/.test(name)) return false;
  const shape = new RegExp(`^${shapeOf(name)}(/.*)?$`);
  return [...files].some((file) => shape.test(file));
}

function shapeOf(name: string): string {
  return name
    .replace(/[.+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^}]*)\}/g, (_, choice: string) => `(${choice.replaceAll(",", "|")})`)
    .replace(/<[^>]*>/g, "[^/]+")
    .replace(/\*\*/g, "\u0000")
    .replace(/\*/g, "[^/]*")
    .replaceAll("\u0000", ".*");
}

/** `node --import tsx scripts/check/doc-paths.ts`: every path named in the documentation exists. */
async function main(): Promise<void> {
  const files = new Set(await listFiles(""));
  const documents = [...files].filter((file) => /^([A-Z]+|docs\/.*)\.md$/.test(file));
  const missing: string[] = [];
  for (const document of documents) {
    const text = await readFile(path.join(ROOT, document), "utf8");
    const gone = pathsIn(text, path.posix.dirname(document)).filter((name) => !isThere(name, files));
    missing.push(...gone.map((name) => `${document} names ${name}, which does not exist`));
  }
  for (const line of missing) console.error(line);
  if (missing.length > 0) process.exit(1);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(ROOT, folder), { withFileTypes: true });
  const kept = entries.filter(
    ({ name }) => !["node_modules", ".git", ".next", ".nodes", ".waybill", "dist"].includes(name),
  );
  const lists = await Promise.all(
    kept.map(async (entry) => {
      const name = path.posix.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(name) : [name];
    }),
  );
  return lists.flat();
}

if (isMain(import.meta.url)) runCommand(main);
