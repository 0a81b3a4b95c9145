import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { judgeMediaType, MEDIA_WARNINGS, type MediaSigns } from "./judge.ts";
import { MEDIA_KIND_NAMES, MEDIA_KINDS } from "./kinds.ts";

const NONE: MediaSigns = { name: "x", signed: null, named: null, declared: null, isText: false };
const judge = (signs: Partial<MediaSigns>) => {
  const { mediaType, warning } = judgeMediaType({ ...NONE, ...signs });
  return [mediaType, warning?.code ?? null];
};
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const HTML = { signed: "text/html", isText: true } as const;

describe("a web page", () => {
  it.each([
    // in place of the file
    [{ name: "pp1.mat" }, "web_page_named"],
    [{ name: "scan.tif", named: "image/tiff" }, "web_page_named"],
    [{ name: "scan.tif", named: "image/tiff", declared: "image/tiff" }, "web_page_declared"],
    [{ name: "scan", declared: "image/tiff" }, "web_page_declared"],
    [{ name: "letter.pdf", named: "application/pdf", declared: "text/html" }, "web_page_named"],
    [{ name: "letter.doc", named: "application/msword" }, "web_page_named"],
    [{ name: "letter.rtf", named: "text/rtf" }, "web_page_named"],
    // where one may be meant
    [{ name: "index.html", named: "text/html" }, null],
    [{ name: "index.xhtml", named: "application/xhtml+xml" }, null],
    [{ name: "page.php", named: "application/x-httpd-php" }, null],
    [{ name: "page.aspx" }, null],
    [{ name: "readme.md", named: "text/markdown" }, null],
    [{ name: "page.v1.2" }, null],
    [{ name: "mat" }, null],
    [{ name: "data.csv", named: "text/csv", declared: "text/csv; charset=utf-8" }, null],
    [{ name: "feed", declared: "application/atom+xml" }, null],
    [{ name: "facts", declared: "application/ld+json" }, null],
    [{ name: "facts", declared: "application/json ; charset=utf-8" }, null],
    [{ name: "view.ts", named: "video/mp2t" }, null],
    [{ name: "blob", declared: "application/octet-stream" }, null],
  ])("as %j: %s", (signs, code) => {
    expect(judge({ ...HTML, ...signs })[1]).toBe(code);
  });

  it("is kept as what it is, or as the markup it was declared", () => {
    expect(judge({ ...HTML, name: "scan.tif", named: "image/tiff" })[0]).toBe("text/html");
    expect(judge({ ...HTML, name: "a.csv", named: "text/csv" })[0]).toBe("text/html");
    expect(judge({ ...HTML, name: "a.xhtml", named: "application/xhtml+xml" })[0]).toBe(
      "application/xhtml+xml",
    );
  });
});

describe("other bytes", () => {
  it.each([
    // two kinds
    [{ signed: "image/jpeg", named: "image/tiff" }, "image/jpeg", "media_type_named"],
    [
      { signed: "image/jpeg", named: "image/jpeg", declared: "image/png" },
      "image/jpeg",
      "media_type_declared",
    ],
    [{ signed: "application/pdf", named: DOCX }, "application/pdf", "media_type_named"],
    [{ signed: "image/png", named: "text/plain" }, "image/png", "media_type_named"],
    [{ signed: "application/zip", named: "application/pdf" }, "application/zip", "media_type_named"],
    [{ signed: "application/gzip", named: "text/csv" }, "application/gzip", "media_type_named"],
    [{ signed: "application/zip", named: "text/csv" }, "application/zip", "media_type_named"],
    // one kind under its other names
    [{ signed: "image/jpeg", declared: "image/jpg" }, "image/jpeg", null],
    [{ signed: "image/tiff", declared: "image/tiff", named: "image/x-adobe-dng" }, "image/tiff", null],
    [{ signed: "image/tiff", named: "image/x-adobe-dng" }, "image/x-adobe-dng", null],
    [{ signed: "application/zip", named: DOCX }, DOCX, null],
    [{ signed: DOCX, declared: "application/zip" }, DOCX, null],
    [{ signed: "application/zip", named: "application/vnd.unheard-of" }, "application/vnd.unheard-of", null],
    [{ signed: "application/x-cfb", named: "application/msword" }, "application/msword", null],
    [{ signed: "application/rtf", named: "application/msword" }, "application/rtf", null],
    [{ signed: "application/pdf", named: "application/postscript" }, "application/pdf", null],
    [{ signed: "audio/x-m4a", named: "audio/mp4" }, "audio/x-m4a", null],
    [{ signed: "audio/ogg; codecs=opus", named: "audio/ogg" }, "audio/ogg", null],
    [{ signed: "video/vnd.avi", named: "video/x-msvideo" }, "video/vnd.avi", null],
    [{ signed: "application/xml", named: "image/svg+xml", isText: true }, "image/svg+xml", null],
    [{ signed: "application/xml", declared: "text/xml", isText: true }, "text/xml", null],
    // packed: what is in it may be declared
    [
      { signed: "application/gzip", named: "application/gzip", declared: "text/csv" },
      "application/gzip",
      null,
    ],
    [{ signed: "application/gzip", named: "image/svg+xml" }, "application/gzip", null],
    [{ signed: "application/gzip", declared: "application/x-tar" }, "application/gzip", null],
    // nothing known of the one or the other
    [{ signed: "image/jpeg", declared: "application/octet-stream" }, "image/jpeg", null],
    [{ signed: "image/jpeg", named: "application/x-netcdf" }, "image/jpeg", null],
    [{ signed: "image/tiff", named: "application/x-netcdf" }, "image/tiff", null],
    [{ signed: "model/stl", named: "image/jpeg" }, "model/stl", null],
    [{ named: "image/tiff", declared: "image/jpeg" }, "image/jpeg", null],
    [{ named: "image/tiff", declared: "application/octet-stream" }, "image/tiff", null],
    [{ isText: true }, "text/plain", null],
    [{}, "application/octet-stream", null],
    // a signature of two letters is no proof against text
    [{ signed: "image/bmp", named: "text/plain", isText: true }, "text/plain", null],
    [{ signed: "image/bmp", named: "text/plain", isText: false }, "text/plain", null],
    [{ signed: "image/bmp", declared: "text/plain", named: "image/png" }, "text/plain", null],
    [{ signed: "image/bmp", named: "image/png" }, "image/bmp", "media_type_named"],
  ] satisfies readonly [Partial<MediaSigns>, string, string | null][])(
    "%j is %s, %s",
    (signs, type, code) => {
      expect(judge(signs)).toEqual([type, code]);
    },
  );
});

test.each([
  ["application/postscript", "PostScript"],
  ["application/x-tar", "a tar"],
  ["audio/ogg; codecs=opus", "an Ogg file"],
  ["video/mpeg", "an MPEG film"],
  ["application/rtf", "an RTF"],
])("%s is told as %s", (signed, kind) => {
  const { warning } = judgeMediaType({ ...NONE, signed, named: "image/png" });
  expect(warning?.message).toBe(`"x" is ${kind} by its bytes, though its name says image/png.`);
});

test("no media type is of two kinds", () => {
  const all = MEDIA_KIND_NAMES.flatMap((kind) => [...MEDIA_KINDS[kind].types]);
  expect(new Set(all).size).toBe(all.length);
});

test("a warning says what was expected and found, and hostile names stay on their line", () => {
  const { warning } = judgeMediaType({
    ...NONE,
    name: "a\n\u202eb.tif",
    signed: "image/jpeg",
    declared: "image/tiff",
  });
  expect(warning?.message).toBe('"a��b.tif" is a JPEG image by its bytes, though image/tiff was declared.');
});

test("a web page is told with what was declared", () => {
  const { warning } = judgeMediaType({ ...NONE, ...HTML, name: "scan", declared: "image/tiff" });
  expect(warning?.message).toBe(
    '"scan" is a web page, though image/tiff was declared. The source may have sent a page in place of the file.',
  );
});

test("docs/reference/manifest.md lists every warning with its sentence", () => {
  const page = readFileSync(new URL("../../docs/reference/manifest.md", import.meta.url), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith("Media types\n")) ?? "";
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, code, sentence]) => [
    code,
    sentence,
  ]);
  expect(rows).toEqual(Object.entries(MEDIA_WARNINGS));
});
