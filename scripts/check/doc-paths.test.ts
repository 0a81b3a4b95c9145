import { expect, test } from "vitest";
import { isThere, pathsIn } from "./doc-paths.ts";

const files = new Set(["docs/glossary.md", "prisma/store/job/move.ts", "app/api/v1/jobs/[id]/route.ts"]);

test("finds paths in code marks and in links, and no other words", () => {
  const text = [
    "The walk begins in `core/job/states.ts` and `npm start`; see [the glossary](../glossary.md#lane),",
    "[a standard](https://ocfl.io/1.1/spec/), [below](#words) and `docs/reference/states.md#job`.",
    "The generated client is `prisma/generated/client.ts`; `lease_until` is a column.",
  ].join("\n");
  expect(pathsIn(text, "docs/reference")).toEqual([
    "core/job/states.ts",
    "docs/reference/states.md",
    "docs/glossary.md",
  ]);
});

test.each([
  ["core/errors.ts", true],
  ["core/no-such-file.ts", false],
  ["prisma/store/*.ts", false],
  ["prisma/store/*/move.ts", true],
  ["prisma/store/**", true],
  ["prisma/store/{batch,job}/move.ts", true],
  ["prisma/store/{batch,lane}/move.ts", false],
  ["docs/<topic>.md", true],
])("%s exists: %s", (name, expected) => {
  expect(isThere(name, files)).toBe(expected);
});
