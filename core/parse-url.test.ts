import { expect, it } from "vitest";
import { parseUrl } from "./parse-url.ts";

it("reads addresses of 4,096 characters at most, and nothing else", () => {
  const longest = `https://a.example/${"x".repeat(4078)}`;
  expect(parseUrl(longest)?.href).toBe(longest);
  expect(parseUrl(`${longest}x`)).toBeUndefined();
  expect(parseUrl("a.example")).toBeUndefined();
});
