import { describe, expect, it } from "vitest";
import { checkManifest } from "./check-manifest.ts";
import type { ManifestKind } from "./kinds.ts";

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const check = (kind: ManifestKind, rows: string) =>
  checkManifest(kind, bytesOf(`${rows}#%eof\n`)).then(({ summary, problems }) => ({
    summary,
    problems: problems.map(({ line, code, message }) => ({ line, code, message })),
  }));

const URL = "https://h.example.org/a";
const text = (length: number) => "x".repeat(length);

describe("what a column may hold", () => {
  it.each([
    ["ManifestOfFiles", "url_too_long", (most: number) => `https://h/${text(most - 10)}`],
    ["ObjectManifest", "mime_type_too_long", (most: number) => `${URL}|||||a|image/${text(most - 6)}`],
    ["ManifestOfFiles", "local_identifier_too_long", (most: number) => localIds(most)],
    ["ManifestOfFiles", "creator_too_long", (most: number) => `${URL}|||||a|||${text(most)}`],
    ["ManifestOfFiles", "title_too_long", (most: number) => `${URL}|||||a||||${text(most)}`],
    ["ManifestOfFiles", "date_too_long", (most: number) => `${URL}|||||a|||||${text(most)}`],
  ] as const)("%s, %s: 3,500 characters and no more", async (kind, code, row) => {
    // an address of that length is no file name, and is given one
    const named = (line: string) => (line.startsWith(URL) ? line : `${line}|||||a`);
    expect((await check(kind, `${named(row(3_500))}\n`)).problems).toEqual([]);
    const { problems } = await check(kind, `${named(row(3_501))}\n`);
    expect(problems).toMatchObject([{ line: 1, code }]);
    expect(problems[0]?.message).toMatch(/3,501 characters.* 3,500 at most/);
  });

  it("a row with a text that is too long is not looked at further", async () => {
    const { problems } = await check("ManifestOfFiles", `ftp://h.example.org/a|||x||a||||${text(3_501)}\n`);
    expect(problems.map(({ code }) => code)).toEqual(["title_too_long"]);
  });

  it("four titles of 62,000 characters are four problems", async () => {
    const { problems, summary } = await check(
      "ManifestOfFiles",
      `${URL}|||||a||||${text(62_000)}\n`.repeat(4),
    );
    expect(summary).toMatchObject({ problems: 4, rows: 0 });
    expect(problems.map(({ line, code }) => `${line} ${code}`)).toEqual(
      [1, 2, 3, 4].map((line) => `${line} title_too_long`),
    );
    expect(problems[0]?.message).toBe(
      "The title (mrt:title) has 62,000 characters; it may have 3,500 at most. Shorten it.",
    );
  });
});

/** Fourteen identifiers of 249 characters, or one more in the last. */
function localIds(most: number): string {
  const ids = Array.from({ length: 14 }, (_, at) => `${at}`.padEnd(249, "x")).join(";");
  return `${URL}|||||a||${ids.padEnd(most, "x")}`;
}

describe("a manifest with problems in every row", () => {
  it("is read up to the 10,000th, and the last one says so", async () => {
    const { problems, summary } = await check("ManifestOfFiles", "ftp://a\n".repeat(10_500));
    expect(summary).toEqual({ lines: 10_000, rows: 0, problems: 10_001, warnings: 0 });
    expect(problems).toHaveLength(1_001);
    expect(problems.at(-1)).toEqual({
      line: 10_000,
      code: "too_many_problems",
      message:
        "Reading stopped here: the manifest has 10,000 problems. Correct them and upload it again; the rest is checked then.",
    });
  });

  it("is read whole with one problem less", async () => {
    const { summary } = await check("ManifestOfFiles", `${"ftp://a\n".repeat(9_999)}${URL}|||||a\n`);
    expect(summary).toEqual({ lines: 10_001, rows: 1, problems: 9_999, warnings: 0 });
  });
});
