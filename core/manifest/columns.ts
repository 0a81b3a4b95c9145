import type { ManifestKind } from "./kinds.ts";
import type { Report } from "./problems.ts";

/** The columns Waybill reads, by the name a `#%fields` line gives them. Source: docs/reference/manifest.md, "Columns". */
export const COLUMNS = {
  url: "nfo:fileUrl",
  algorithm: "nfo:hashAlgorithm",
  digest: "nfo:hashValue",
  size: "nfo:fileSize",
  lastModified: "nfo:fileLastModified",
  name: "nfo:fileName",
  mimeType: "mrt:mimeType",
  primaryIdentifier: "mrt:primaryIdentifier",
  localIdentifier: "mrt:localIdentifier",
  creator: "mrt:creator",
  title: "mrt:title",
  date: "mrt:date",
} as const;
export type Column = keyof typeof COLUMNS;

const FILE = ["url", "algorithm", "digest", "size", "lastModified", "name"] as const;
const OBJECT = [...FILE, "mimeType"] as const satisfies readonly Column[];
const BATCH = [
  ...FILE,
  "primaryIdentifier",
  "localIdentifier",
  "creator",
  "title",
  "date",
] as const satisfies readonly Column[];

/** The columns of a kind in their usual order. */
export function columnsOf(kind: ManifestKind): readonly Column[] {
  return kind === "ObjectManifest" ? OBJECT : BATCH;
}

/** The position of each column in a row, from 0; -1 when it is absent. */
export type Layout = Readonly<Record<Column, number>>;

/** A layout without any column. */
export const NOWHERE: Layout = {
  url: -1,
  algorithm: -1,
  digest: -1,
  size: -1,
  lastModified: -1,
  name: -1,
  mimeType: -1,
  primaryIdentifier: -1,
  localIdentifier: -1,
  creator: -1,
  title: -1,
  date: -1,
};

/** The layout when no line names the columns. */
export function usualLayout(kind: ManifestKind): Layout {
  return layoutOf(columnsOf(kind), kind);
}

/**
 * The layout a `#%fields` or `#%columns` line asks for; `names` is the text after that word. Names are compared without
 * prefix, ignoring case. In the usual order, unknown names are read by position; in any other order each column is read
 * by name. Undefined after a reported problem.
 */
export function readColumns(kind: ManifestKind, names: string, report: Report): Layout | undefined {
  const written = names.split(/[\s|]/).filter((name) => name !== "");
  const columns = written.map(findColumn);
  const twice = columns.find((column, index) => column !== undefined && columns.indexOf(column) !== index);
  if (twice !== undefined) {
    report("fields_twice", { column: COLUMNS[twice] });
    return undefined;
  }
  const usual = columnsOf(kind);
  const unknown = written.find((_, index) => columns[index] === undefined && index < usual.length);
  const inUsualOrder = columns.every((column, index) => column === undefined || column === usual[index]);
  if (inUsualOrder) {
    if (unknown !== undefined) report("fields_unknown", { column: unknown });
    return usualLayout(kind);
  }
  if (unknown !== undefined) report("fields_unclear", { column: unknown });
  if (!columns.includes("url")) report("fields_without_url");
  return unknown === undefined && columns.includes("url") ? layoutOf(columns, kind) : undefined;
}

/** Whether two layouts read every column from the same place. */
export function isSameLayout(one: Layout, other: Layout): boolean {
  return (Object.keys(COLUMNS) as Column[]).every((column) => one[column] === other[column]);
}

function layoutOf(columns: readonly (Column | undefined)[], kind: ManifestKind): Layout {
  const used = columnsOf(kind);
  const layout: Record<Column, number> = { ...NOWHERE };
  for (const [index, column] of columns.entries()) {
    if (column !== undefined && used.includes(column)) layout[column] = index;
  }
  return layout;
}

const BY_LOCAL_NAME = new Map(
  (Object.entries(COLUMNS) as [Column, string][]).map(([column, name]) => [localName(name), column]),
);

function findColumn(written: string): Column | undefined {
  return BY_LOCAL_NAME.get(localName(written));
}

function localName(name: string): string {
  return name
    .toLowerCase()
    .replace(/>$/, "")
    .replace(/^.*[:#/]/, "");
}
