import { afterAll, beforeAll, expect, it } from "vitest";
import { canonicalText } from "../../core/canonical-text.ts";
import { SPACES, UNSEEN } from "../../core/signs.ts";
import { type TestContext, testContext } from "../../tests/factories/test-context.ts";

let test: TestContext;
beforeAll(async () => {
  test = await testContext();
});
afterAll(() => test.end());

/** Each character of the tables and its neighbours, alone, within a word and at its ends; ASCII; marks in both forms. */
const TEXTS = [
  ...[...UNSEEN, ...SPACES].flatMap(([first, last]) =>
    Array.from({ length: last - first + 3 }, (_, at) => String.fromCodePoint(first - 1 + at)).flatMap(
      (sign) => [sign, `a${sign}b`, `${sign}ab${sign}`, `e${sign}\u0301`],
    ),
  ),
  ...Array.from({ length: 95 }, (_, at) => `a${String.fromCodePoint(32 + at)}`),
  "",
  "  a  b  ",
  "\ta\t",
  "Fotografi\u0301a",
  "\u1112\u1161\u11ab",
  "q\u0301\u0323",
  "\u{1f469}\u200d\u{1f52c}",
  "地図 \u3000",
];

it("the database compares texts as core does", async () => {
  const rows = await test.ctx.db.$queryRaw<{ text: string; found: string }[]>`
    SELECT text, canonical_text(text) AS found FROM unnest(${TEXTS}::text[]) AS text`;
  expect(rows).toHaveLength(TEXTS.length);
  expect(rows.filter(({ text, found }) => found !== canonicalText(text))).toEqual([]);
  const [lists] = await test.ctx.db.$queryRaw<{ found: string[] }[]>`
    SELECT canonical_texts(${["b\u00ad", "a"]}::text[]) AS found`;
  expect(lists?.found).toEqual(["b", "a"]);
});
