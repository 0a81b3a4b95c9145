import { METADATA_FILES } from "../metadata/metadata-files.ts";
import { isSystemFile, MAC_FOLDER } from "../system-file.ts";
import { OWN_MANIFEST } from "./own-manifest.ts";

const BAG = "bagit.txt";
/** What is read at the top of a container. */
const READ_AT_TOP: ReadonlySet<string> = new Set([...METADATA_FILES, OWN_MANIFEST]);
/** More files of systems beside a folder are not seen through. */
const MOST_BESIDE = 100;

/**
 * Where a container's files begin. `folder`: the only folder there, with its slash, which is left out of the names; ""
 * when they lie at the top. `beside`: names of systems' files beside it, but for those in macOS's own folder.
 */
export type ContainerTop = {
  readonly folder: string;
  readonly isBag: boolean;
  readonly beside: readonly string[];
};

/**
 * Skips a folder around everything, as packing a folder by right click makes one: when it holds a bag, or files that
 * are read at the top; for these only when no name would be there twice. Files of systems beside it do not count.
 * Source: RFC 8493 section 4.1; docs/reference/containers.md, "Names".
 */
export function findTop(names: readonly string[]): ContainerTop {
  const atTop = { folder: "", isBag: names.includes(BAG), beside: [] };
  const around = atTop.isBag ? undefined : findAround(names);
  if (!around) return atTop;
  const { folder } = around;
  const isBag = names.includes(`${folder}${BAG}`);
  const isRead = names.some((name) => name.startsWith(folder) && READ_AT_TOP.has(name.slice(folder.length)));
  const within = { ...around, isBag };
  if (isBag) return within;
  // a name would be there twice: what is read at the top is told as unread instead
  return isRead && findTwice(names, within) === undefined ? within : atTop;
}

/** The only folder at the top, and the files of systems beside it; undefined when there is more at the top, or none. */
function findAround(names: readonly string[]): Pick<ContainerTop, "folder" | "beside"> | undefined {
  const beside: string[] = [];
  const folders = new Set<string>();
  for (const name of names) {
    const folder = name.slice(0, name.indexOf("/") + 1);
    if (folder === "" && isSystemFile(name)) beside.push(name);
    else if (folder !== `${MAC_FOLDER}/`) folders.add(folder);
    if (folders.size > 1 || beside.length > MOST_BESIDE) return undefined;
  }
  const [folder] = folders;
  return folder ? { folder, beside } : undefined;
}

/** Tells which names lie beside the folder that was left out, and so are no part of what it holds. */
export function besideOf({
  folder,
  beside,
}: Pick<ContainerTop, "folder" | "beside">): (name: string) => boolean {
  const names = new Set(beside);
  return (name) => folder !== "" && (name.startsWith(`${MAC_FOLDER}/`) || names.has(name));
}

/** A name that would be there twice once the folder is left out, as may be around a bag; undefined: none. */
export function findTwice(names: readonly string[], top: ContainerTop): string | undefined {
  const tops = new Set(names.filter(besideOf(top)).map(topOf));
  const twice = names.find(
    (name) => name.startsWith(top.folder) && tops.has(topOf(name.slice(top.folder.length))),
  );
  return twice && topOf(twice.slice(top.folder.length));
}

function topOf(name: string): string {
  return name.split("/", 1)[0] ?? name;
}

/** What would be read, or judged, at the top of a container, but lies elsewhere. No bag is looked for inside a bag. */
export type Unread = { readonly name: string; readonly kind: "bag" | "metadata" };

/** @yields what lies where it is not read, in the order of the names */
export function* findUnread(names: readonly string[], { folder, isBag }: ContainerTop): Generator<Unread> {
  for (const name of names) {
    const inside = name.startsWith(folder) ? name.slice(folder.length) : name;
    const own = inside.slice(inside.lastIndexOf("/") + 1);
    if (own === inside) continue;
    if (own === BAG && !isBag) yield { name, kind: "bag" };
    else if (READ_AT_TOP.has(own)) yield { name, kind: "metadata" };
  }
}
