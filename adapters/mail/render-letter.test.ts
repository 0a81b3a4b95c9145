import { expect, test } from "vitest";
import { renderLetter } from "./render-letter.tsx";

const LINK = "https://waybill.example.org/choose-password#wl_abc";
const letter = {
  kind: "invitation",
  name: `<img src=x> "Bo"`,
  by: "Olga & co",
  address: "https://waybill.example.org",
  expiresAt: "2026-02-07T14:32:05.123Z",
} as const;

test("both parts of an invitation have the link, its end, and no markup but their own", {
  timeout: 30_000,
}, async () => {
  const { text, html } = await renderLetter(letter, LINK);
  expect(text).toBe(`Hello <img src=x> "Bo",

Olga & co has created an account for you at https://waybill.example.org. Choose a password to begin.

Choose a password:
${LINK}

The link works once, until 2026-02-07 14:32 UTC. A newer one ends it.

If you did not expect this, do nothing: without a password nobody can use the account.
`);
  expect(html).not.toContain("<img");
  expect(html).toContain(`href="${LINK}"`);
  for (const said of ["&lt;img src=x&gt;", "Olga &amp; co has created", "until 2026-02-07 14:32 UTC"])
    expect(html).toContain(said);
});

test.each([
  ["the sign-in page", "Someone, probably you, said at https://waybill.example.org"],
  ["Olga", "Olga has made a link for you"],
])("a reset made by %s says so", { timeout: 30_000 }, async (by, said) => {
  const { text, html } = await renderLetter({ ...letter, kind: "reset", name: "Bo", by }, LINK);
  expect(text).toContain(said);
  expect(html).toContain(said);
  expect(text).toContain("your password stays as it is");
});
