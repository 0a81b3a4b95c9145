import type { Digest } from "../digest/algorithms.ts";
import { WaybillError } from "../errors.ts";
import { readArk } from "../identifier/ark.ts";
import { LOCAL_ID_LIMITS, readLocalIds } from "../identifier/local-ids.ts";
import { MOST_TEXT } from "../text-limit.ts";
import { type CellOf, readCells } from "./cells.ts";
import { type Column, columnsOf, type Layout } from "./columns.ts";
import type { ManifestKind } from "./kinds.ts";
import type { NameSet } from "./name-set.ts";
import { checkName } from "./names.ts";
import type { ManifestCode, Report } from "./problems.ts";
import { readDigest } from "./read-digest.ts";
import { nameFromSource, readSource } from "./read-source.ts";
import { warnOfEnding } from "./warn-of-ending.ts";

/**
 * One row of a manifest. `line` counts from 1; `url` is as written; `name` is as written or taken from the URL, not
 * normalised; `digest.value` is lower case; `lastModified` is ISO 8601 as written; `primaryIdentifier` is an ARK in
 * canonical form. An object manifest's row may have `mimeType`, a batch manifest's the fields after it;
 * `localIdentifiers` are in the order given, without duplicates. Source: docs/reference/manifest.md, "Columns".
 */
export type ManifestRow = {
  readonly line: number;
  readonly url: string;
  readonly name: string;
  readonly digest?: Digest;
  readonly sizeBytes?: number;
  readonly lastModified?: string;
  readonly mimeType?: string;
  readonly primaryIdentifier?: string;
  readonly localIdentifiers?: readonly string[];
  readonly creator?: string;
  readonly title?: string;
  readonly date?: string;
};
type Draft = { -readonly [Key in keyof ManifestRow]: ManifestRow[Key] };

/** The rules for the rows of one manifest. `names`: set when names must be unique. */
export type RowRules = {
  readonly kind: ManifestKind;
  readonly fileUrls: boolean;
  readonly names: NameSet | undefined;
};

const SIZE = /^\d{1,15}$/;
const ISO_DATE =
  /^\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$/i;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:\s*;.*)?$/;

/**
 * Reads a row and reports everything wrong with it. The row is returned if it has at least an address and a name; use
 * it only when no problem was reported.
 */
export function readRow(
  text: string,
  line: number,
  layout: Layout,
  rules: RowRules,
  report: Report,
): ManifestRow | undefined {
  const cell = readCells(text, layout, report);
  if (cell === undefined) return undefined;
  if (reportLong(cell, rules.kind, report)) return undefined;
  const row: Draft = { line, url: cell("url"), name: "" };
  const source = readSource(row.url, rules.fileUrls, report);
  addFixity(row, cell, report);
  if (rules.kind === "ObjectManifest") addMimeType(row, cell, report);
  else addAbout(row, cell, report);
  const name = readName(cell("name"), source, line, rules, report);
  if (source === undefined || name === undefined) return undefined;
  row.name = name;
  return row;
}

/** Columns that hold free text. Names have a limit of their own, and valid values of the other columns are short. */
const LONG = [
  ["url", "url_too_long"],
  ["mimeType", "mime_type_too_long"],
  ["primaryIdentifier", "primary_identifier_too_long"],
  ["localIdentifier", "local_identifier_too_long"],
  ["creator", "creator_too_long"],
  ["title", "title_too_long"],
  ["date", "date_too_long"],
] as const satisfies readonly (readonly [Column, ManifestCode])[];

/** Whether a column exceeds the limit for text. Nothing else in such a row is checked. */
function reportLong(cell: CellOf, kind: ManifestKind, report: Report): boolean {
  const read = columnsOf(kind);
  const long = LONG.filter(([column]) => read.includes(column) && cell(column).length > MOST_TEXT);
  for (const [column, code] of long) report(code, { found: cell(column).length, most: MOST_TEXT });
  return long.length > 0;
}

function readName(
  cell: string,
  source: URL | undefined,
  line: number,
  rules: RowRules,
  report: Report,
): string | undefined {
  const name = cell || (source && nameFromSource(source));
  if (name === undefined) {
    if (source !== undefined) report("name_missing");
    return undefined;
  }
  if (!checkName(name, report)) return undefined;
  warnOfEnding(rules.kind, name, report);
  rules.names?.add(name, line, report);
  return name;
}

function addFixity(row: Draft, cell: CellOf, report: Report): void {
  const digest = readDigest(cell("algorithm"), cell("digest"), report);
  if (digest !== undefined) row.digest = digest;
  const size = cell("size");
  if (SIZE.test(size)) row.sizeBytes = Number(size);
  else if (size !== "") report("size_invalid", { found: size });
  const lastModified = cell("lastModified");
  if (ISO_DATE.test(lastModified)) row.lastModified = lastModified;
  else if (lastModified !== "") report("date_ignored", { found: lastModified });
}

function addMimeType(row: Draft, cell: CellOf, report: Report): void {
  const mimeType = cell("mimeType");
  if (MEDIA_TYPE.test(mimeType)) row.mimeType = mimeType;
  else if (mimeType !== "") report("mime_type_ignored", { found: mimeType });
}

function addAbout(row: Draft, cell: CellOf, report: Report): void {
  const identifier = cell("primaryIdentifier");
  if (identifier !== "") {
    const ark = readOrElse(readArk, identifier, () => report("identifier_invalid", { found: identifier }));
    if (ark !== undefined) row.primaryIdentifier = ark;
  }
  const localIds = readOrElse(readLocalIds, cell("localIdentifier"), () =>
    report("local_identifiers_long", LOCAL_ID_LIMITS),
  );
  if (localIds !== undefined && localIds.length > 0) row.localIdentifiers = localIds;
  for (const column of ["creator", "title", "date"] as const) {
    const value = cell(column);
    if (value !== "") row[column] = value;
  }
}

/** The rules for identifiers throw; here a refusal is one problem among others. */
function readOrElse<T>(read: (text: string) => T, text: string, refused: () => void): T | undefined {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof WaybillError)) throw error;
    refused();
    return undefined;
  }
}
