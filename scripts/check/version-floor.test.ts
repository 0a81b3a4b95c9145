import { expect, test } from "vitest";
import { findBelowFloor, isAtLeast } from "./version-floor.ts";

test.each([
  ["16.4.6", "16.4.6", true],
  ["16.4.10", "16.4.6", true],
  ["16.5.0", "16.4.6", true],
  ["17.0.0", "16.4.6", true],
  ["16.4.5", "16.4.6", false],
  ["15.9.9", "16.4.6", false],
  ["16.4.6-canary.3", "16.4.6", false],
  ["16.4.7-canary.3", "16.4.6", true],
])("%s is at least %s: %s", (version, least, expected) => {
  expect(isAtLeast(version, least)).toBe(expected);
});

test("names every copy below its floor and what is barred, and nothing else", () => {
  const problems = findBelowFloor({
    "": { version: "0.1.0" },
    "node_modules/next": { version: "16.3.2" },
    "node_modules/react": { version: "19.3.1" },
    "node_modules/old/node_modules/react": { version: "19.2.0" },
    "node_modules/next-auth": { version: "5.0.0" },
    "node_modules/left-pad": { version: "1.0.0" },
  });
  expect(problems.map((problem) => problem.split(":")[0])).toEqual([
    "node_modules/next 16.3.2 is below 16.4.6",
    "node_modules/old/node_modules/react 19.2.0 is below 19.3.1",
    "node_modules/next-auth must not be installed",
  ]);
});
