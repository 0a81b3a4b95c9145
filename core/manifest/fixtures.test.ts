import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse, readFixture } from "../../tests/fixtures/manifests/parse-fixture.ts";
import type { ManifestKind } from "./kinds.ts";

type Outcome = {
  readonly file: string;
  readonly kind: ManifestKind;
  /** Rows without a problem. */
  readonly rows: number;
  /** `line code` of each, in order. */
  readonly problems?: readonly string[];
  readonly warnings?: readonly string[];
};

const OUTCOMES: readonly Outcome[] = [
  { file: "address-list.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "batch-of-containers.checkm", kind: "ManifestOfContainers", rows: 2 },
  { file: "batch-of-files.checkm", kind: "ManifestOfFiles", rows: 3 },
  { file: "batch-of-manifests.checkm", kind: "ManifestOfManifests", rows: 2 },
  { file: "blank-lines-and-comments.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "blank.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 empty_manifest"] },
  { file: "byte-order-mark.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "compressed.bin", kind: "ObjectManifest", rows: 0, problems: ["0 not_text"] },
  { file: "cr-only.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "crlf.checkm", kind: "ObjectManifest", rows: 2 },
  {
    file: "damaged-text.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 text_control", "7 text_malformed", "8 text_malformed", "10 text_control"],
  },
  { file: "dates.checkm", kind: "ObjectManifest", rows: 7, warnings: ["11 date_ignored", "12 date_ignored"] },
  {
    file: "digest-algorithm-unknown.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: ["7 digest_algorithm", "8 digest_algorithm"],
  },
  { file: "digest-all-algorithms.checkm", kind: "ObjectManifest", rows: 7 },
  { file: "digest-not-hex.checkm", kind: "ObjectManifest", rows: 0, problems: ["6 digest_not_hex"] },
  {
    file: "digest-unpaired.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 digest_without_algorithm", "7 algorithm_without_digest"],
  },
  { file: "digest-upper-case.checkm", kind: "ObjectManifest", rows: 3 },
  {
    file: "digest-wrong-length.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 digest_length", "7 digest_length"],
  },
  { file: "empty.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 empty_manifest"] },
  {
    file: "eof-cut-in-a-row.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: ["7 digest_length", "7 eof_missing"],
  },
  { file: "eof-missing.checkm", kind: "ObjectManifest", rows: 2, problems: ["7 eof_missing"] },
  { file: "eof-no-final-newline.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "eof-only.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 no_rows"] },
  { file: "eof-then-blank-lines.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "eof-then-more.checkm", kind: "ObjectManifest", rows: 1, problems: ["8 after_eof"] },
  { file: "eof-upper-case.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "escapes.checkm", kind: "ManifestOfFiles", rows: 1, warnings: ["6 name_windows"] },
  {
    file: "every-problem-at-once.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: [
      "6 url_missing",
      "6 digest_length",
      "6 size_invalid",
      "6 name_dots",
      "7 url_scheme",
      "7 digest_algorithm",
      "7 size_invalid",
      "7 name_backslash",
      "10 name_twice",
      "11 name_file_and_folder",
    ],
    warnings: ["7 date_ignored"],
  },
  { file: "fields-fewer.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "fields-of-another-kind.checkm", kind: "ManifestOfFiles", rows: 1 },
  { file: "fields-own-order.checkm", kind: "ObjectManifest", rows: 2 },
  {
    file: "fields-second-line-differs.checkm",
    kind: "ObjectManifest",
    rows: 2,
    problems: ["7 fields_conflict"],
  },
  { file: "fields-second-line-same.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "fields-twice.checkm", kind: "ObjectManifest", rows: 0, problems: ["5 fields_twice"] },
  { file: "fields-unknown-at-the-end.checkm", kind: "ObjectManifest", rows: 1 },
  {
    file: "fields-unknown-in-own-order.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["5 fields_unclear"],
  },
  {
    file: "fields-unknown-in-usual-order.checkm",
    kind: "ObjectManifest",
    rows: 1,
    warnings: ["5 fields_unknown"],
  },
  { file: "fields-without-url.checkm", kind: "ObjectManifest", rows: 0, problems: ["5 fields_without_url"] },
  { file: "header-columns-and-uris.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "header-no-declaration.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "header-no-fields.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "header-no-prefixes.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "header-no-profile.checkm", kind: "ObjectManifest", rows: 2, problems: ["5 profile_missing"] },
  { file: "header-none-but-eof.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "header-none.checkm", kind: "ObjectManifest", rows: 2, problems: ["2 eof_missing"] },
  { file: "header-other-kind.checkm", kind: "ObjectManifest", rows: 0, problems: ["2 profile_other_kind"] },
  { file: "header-other-prefixes.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "header-profile-old.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "header-profile-spaced.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "header-profile-without-pipe.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "header-storage-profile.checkm", kind: "ObjectManifest", rows: 1, problems: ["2 profile_unknown"] },
  { file: "header-unused-words.checkm", kind: "ObjectManifest", rows: 1 },
  {
    file: "identifier-not-an-ark.checkm",
    kind: "ManifestOfContainers",
    rows: 1,
    problems: ["6 identifier_invalid", "8 identifier_invalid"],
  },
  { file: "latin-1.checkm", kind: "ObjectManifest", rows: 1, problems: ["6 text_malformed"] },
  { file: "line-too-long.checkm", kind: "ObjectManifest", rows: 2, problems: ["7 line_too_long"] },
  { file: "list.csv", kind: "ObjectManifest", rows: 0, problems: ["1 not_a_manifest"] },
  { file: "media-types.checkm", kind: "ObjectManifest", rows: 3, warnings: ["8 mime_type_ignored"] },
  { file: "name-equal-after-nfc.checkm", kind: "ObjectManifest", rows: 1, problems: ["7 name_twice"] },
  {
    file: "name-file-and-folder.checkm",
    kind: "ObjectManifest",
    rows: 3,
    problems: ["7 name_file_and_folder", "9 name_file_and_folder"],
  },
  {
    file: "name-missing.checkm",
    kind: "ObjectManifest",
    rows: 2,
    problems: ["8 name_missing", "9 name_missing"],
  },
  {
    file: "name-odd-but-kept.checkm",
    kind: "ObjectManifest",
    rows: 8,
    warnings: [
      "6 name_windows",
      "7 name_windows",
      "8 name_windows",
      "9 name_windows",
      "10 name_windows",
      "11 name_windows",
      "12 name_direction",
      "13 name_windows",
    ],
  },
  {
    file: "name-odd-for-containers.checkm",
    kind: "ManifestOfContainers",
    rows: 2,
    warnings: ["7 name_not_container"],
  },
  { file: "name-odd-for-files.checkm", kind: "ManifestOfFiles", rows: 3, warnings: ["6 name_is_container"] },
  {
    file: "name-odd-for-manifests.checkm",
    kind: "ManifestOfManifests",
    rows: 2,
    warnings: ["7 name_not_manifest"],
  },
  {
    file: "name-refused.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: [
      "6 name_dots",
      "7 name_dots",
      "8 name_absolute",
      "9 name_absolute",
      "10 name_backslash",
      "11 name_empty_part",
      "12 name_empty_part",
      "13 name_dots",
      "14 name_part_too_long",
      "15 name_too_long",
      "16 name_backslash",
    ],
  },
  { file: "name-same-in-folders.checkm", kind: "ObjectManifest", rows: 3 },
  {
    file: "name-twice-in-other-case.checkm",
    kind: "ObjectManifest",
    rows: 3,
    warnings: ["8 name_case_twin"],
  },
  { file: "name-twice.checkm", kind: "ObjectManifest", rows: 2, problems: ["8 name_twice"] },
  { file: "name-unusual.checkm", kind: "ObjectManifest", rows: 15, warnings: ["16 name_windows"] },
  { file: "no-rows.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 no_rows"] },
  { file: "object-all-columns.checkm", kind: "ObjectManifest", rows: 1 },
  { file: "object-sizes-only.checkm", kind: "ObjectManifest", rows: 3 },
  { file: "object.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "page.html", kind: "ObjectManifest", rows: 0, problems: ["1 not_a_manifest"] },
  { file: "picture.png", kind: "ObjectManifest", rows: 0, problems: ["0 not_text"] },
  { file: "plain-text.txt", kind: "ObjectManifest", rows: 0, problems: ["1 not_a_manifest"] },
  { file: "rows-no-spaces-at-pipes.checkm", kind: "ObjectManifest", rows: 2 },
  { file: "rows-short-and-long.checkm", kind: "ObjectManifest", rows: 4 },
  {
    file: "size-not-digits.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: ["7 size_invalid", "8 size_invalid", "9 size_invalid", "10 size_invalid"],
  },
  {
    file: "url-credentials.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: ["4 url_scheme", "4 digest_algorithm", "5 url_scheme", "6 url_space"],
  },
  {
    file: "url-file.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 url_file_refused", "7 url_file_refused"],
  },
  { file: "url-host-without-dot.checkm", kind: "ObjectManifest", rows: 2 },
  {
    file: "url-invalid.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 url_invalid", "7 url_invalid", "8 url_invalid", "8 name_twice"],
  },
  { file: "url-missing.checkm", kind: "ObjectManifest", rows: 1, problems: ["6 url_missing"] },
  {
    file: "url-scheme-unknown.checkm",
    kind: "ObjectManifest",
    rows: 1,
    problems: ["7 url_scheme", "8 url_scheme", "9 url_scheme"],
  },
  {
    file: "url-with-space.checkm",
    kind: "ObjectManifest",
    rows: 0,
    problems: ["6 url_space", "7 url_space"],
  },
  { file: "utf-16-without-mark.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 not_utf8"] },
  { file: "utf-16.checkm", kind: "ObjectManifest", rows: 0, problems: ["0 not_utf8"] },
];

describe("manifest fixtures", () => {
  it.each(OUTCOMES)("$file", ({ file, kind, rows, problems = [], warnings = [] }) => {
    const parsed = parse(kind, readFixture(file));
    expect(parsed.problems.map(([line, code]) => `${line} ${code}`)).toEqual(problems);
    expect(parsed.warnings.map(([line, code]) => `${line} ${code}`)).toEqual(warnings);
    expect(parsed.rows).toHaveLength(rows);
    expect(parsed.summary).toMatchObject({ rows, problems: problems.length, warnings: warnings.length });
  });

  it("covers every fixture", () => {
    const files = readdirSync(new URL("../../tests/fixtures/manifests/", import.meta.url));
    const fixtures = files.filter((file) => !file.startsWith(".") && !file.endsWith(".ts"));
    expect(OUTCOMES.map(({ file }) => file)).toEqual(fixtures.sort());
  });

  it.each(OUTCOMES)("$file, wherever its bytes are cut", ({ file, kind }) => {
    const bytes = readFixture(file);
    const whole = parse(kind, bytes, {}, [bytes.length + 1]);
    const cutsOfAll = [[1], [2, 3], [7, 1, 64], [4095, 1, 2]];
    for (const cuts of bytes.length < 5000 ? cutsOfAll : cutsOfAll.slice(2)) {
      expect(parse(kind, bytes, {}, cuts)).toEqual(whole);
    }
  });
});
