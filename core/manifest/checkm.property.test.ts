import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../tests/fixtures/manifests/parse-fixture.ts";
import { DIGEST_ALGORITHMS, type DigestAlgorithm } from "../digest/algorithms.ts";
import { COLUMNS, type Column, columnsOf } from "./columns.ts";
import { MANIFEST_KINDS, type ManifestKind } from "./kinds.ts";
import { judgeName } from "./names.ts";
import { profileLine } from "./profile-of.ts";
import type { ManifestRow } from "./row.ts";

const encoder = new TextEncoder();
const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });
const kind = fc.constantFrom(...MANIFEST_KINDS);

/** Bytes made of what the parser looks at, whole and in pieces. */
const hostile = fc
  .array(
    fc.oneof(
      fc
        .constantFrom(
          "\n",
          "\r",
          "\r\n",
          "|",
          " | ",
          "#",
          "#%",
          "#%eof",
          "#%fields|",
          "nfo:fileUrl",
          "mrt:mimeType",
          "%20",
          "\ufeff",
        )
        .map((text) => encoder.encode(text)),
      fc
        .constantFrom(
          "https://u:p@h.example/a",
          "file:///a",
          "md5",
          "12",
          "../",
          "é",
          "\0",
          ...MANIFEST_KINDS.map(profileLine),
        )
        .map((text) => encoder.encode(text)),
      fc.uint8Array({ maxLength: 6 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

describe("any bytes", () => {
  it("give the same result wherever they are cut", () => {
    fc.assert(
      fc.property(kind, hostile, cuts, (each, bytes, sizes) => {
        const options = { maxLineLength: 40, fileUrls: true };
        expect(parse(each, bytes, options, sizes)).toEqual(parse(each, bytes, options));
      }),
      { numRuns: 400 },
    );
  });

  it("give rows, or say why not", () => {
    fc.assert(
      fc.property(kind, hostile, (each, bytes) => {
        const { summary, rows } = parse(each, bytes);
        expect(summary.rows).toBe(rows.length);
        expect(summary.rows + summary.problems).toBeGreaterThan(0);
      }),
    );
  });

  it("never show a password", () => {
    const cell = fc.constantFrom(
      "https://me:5ecret@h.example/a",
      "x://me:5ecret@h",
      "https://h.example/?token=5ecret",
      "",
      "a",
      "md5",
    );
    fc.assert(
      fc.property(
        kind,
        fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 5 }),
        fc.boolean(),
        (each, rows, header) => {
          const lines = rows.map((cells) => cells.join(" | "));
          const text = header ? `#%fields | ${lines.join("\n#%profile ")}` : lines.join("\n");
          expect(parse(each, text).messages.join()).not.toContain("5ecret");
        },
      ),
    );
  });
});

const isPlain = (text: string) => !/%20|%7c|[^\P{Cc}]|[\ufffd-\uffff]|\p{Cs}/u.test(text);
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter(isPlain);
const part = text.filter((each) => !each.includes("/"));
const file = fc
  .tuple(fc.array(part, { maxLength: 3 }), part)
  .map(([folders, last]) => [...folders.map((folder) => `d${folder}`), `f${last}`].join("/"))
  .filter((name) => judgeName(name).problems.length === 0);
const digest = fc
  .constantFrom(...(Object.keys(DIGEST_ALGORITHMS) as DigestAlgorithm[]))
  .chain((algorithm) => {
    const length = DIGEST_ALGORITHMS[algorithm].hexLength;
    return fc
      .array(fc.constantFrom(..."0123456789abcdef"), { minLength: length, maxLength: length })
      .map((hex) => ({ algorithm, value: hex.join("") }));
  });
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const word = fc.stringMatching(/^[A-Za-z0-9.-]{1,12}$/);

const row = fc.record({
  url: fc.webUrl({ withQueryParameters: true }).map((url) => url.replaceAll("|", "%7C")),
  name: file,
  digest: optional(digest),
  sizeBytes: optional(fc.integer({ min: 0, max: 999_999_999_999_999 })),
  lastModified: optional(fc.constantFrom("2024-05-31T12:00:00Z", "1999", "2001-02-03T04:05:06.7+08:00")),
  mimeType: optional(
    fc.constantFrom("image/jpeg", "application/vnd.oasis.opendocument.text", "text/plain; charset=utf-8"),
  ),
  primaryIdentifier: optional(fc.stringMatching(/^[A-Za-z0-9]{1,12}$/).map((name) => `ark:/99999/${name}`)),
  localIdentifiers: optional(fc.uniqueArray(word, { minLength: 1, maxLength: 3 })),
  creator: optional(text),
  title: optional(text),
  date: optional(text),
});
type Written = typeof row extends fc.Arbitrary<infer Value> ? Value : never;

const CELLS = {
  url: (from) => from.url,
  algorithm: (from) => from.digest?.algorithm,
  digest: (from) => from.digest?.value.toUpperCase(),
  size: (from) => from.sizeBytes?.toString(),
  lastModified: (from) => from.lastModified,
  name: (from) => escapeCell(from.name),
  mimeType: (from) => from.mimeType,
  primaryIdentifier: (from) => from.primaryIdentifier,
  localIdentifier: (from) => from.localIdentifiers?.join(";"),
  creator: (from) => escapeCell(from.creator),
  title: (from) => escapeCell(from.title),
  date: (from) => escapeCell(from.date),
} as const satisfies Record<Column, (from: Written) => string | undefined>;

function escapeCell(value: string | undefined): string | undefined {
  return value?.replaceAll("|", "%7c").replace(/^ +| +$/g, (spaces) => "%20".repeat(spaces.length));
}

/** What the parser should make of a written row. */
function expected(each: ManifestKind, from: Written, line: number): ManifestRow {
  const { mimeType, primaryIdentifier, localIdentifiers, creator, title, date, ...common } = from;
  const rest =
    each === "ObjectManifest" ? { mimeType } : { primaryIdentifier, localIdentifiers, creator, title, date };
  return { line, ...common, ...rest } as ManifestRow;
}

describe("a written manifest", () => {
  it("reads back, with its columns in any order", () => {
    const rows = fc.uniqueArray(row, {
      maxLength: 8,
      minLength: 1,
      selector: ({ name }) => name.normalize("NFC"),
    });
    const order = fc.shuffledSubarray(Object.keys(COLUMNS) as Column[], { minLength: 12 });
    fc.assert(
      fc.property(kind, rows, order, fc.constantFrom("\n", "\r\n"), (each, written, shuffled, end) => {
        const columns = shuffled.filter((column) => columnsOf(each).includes(column));
        const lines = written.map((from) => columns.map((column) => CELLS[column](from) ?? "").join(" | "));
        fc.pre(lines.every((line) => !line.startsWith("#"))); // such a line is a comment
        const fields = `#%fields | ${columns.map((column) => COLUMNS[column]).join(" | ")}`;
        const manifest = ["#%checkm_0.7", profileLine(each), fields, ...lines, "#%eof"].join(end);
        const parsed = parse(each, manifest);
        expect(parsed.problems).toEqual([]);
        expect(parsed.rows).toEqual(written.map((from, index) => expected(each, from, index + 4)));
      }),
    );
  });
});
