import { expect, it } from "vitest";
import { splitCredentials } from "./basic.ts";

it.each([
  ["Aladdin:open sesame", { user: "Aladdin", password: "open sesame" }], // RFC 7617, section 2
  ["test:123£", { user: "test", password: "123£" }], // RFC 7617, section 2.1
  ["a:b:c", { user: "a", password: "b:c" }],
  [":x", { user: "", password: "x" }],
  ["a:", { user: "a", password: "" }],
  ["nobody", undefined],
  ["", undefined],
  ["a:b\n", undefined],
  ["a\0:b", undefined],
  ["a:\ufffd", undefined],
  [`a:${"x".repeat(998)}`, { user: "a", password: "x".repeat(998) }],
  [`a:${"x".repeat(999)}`, undefined],
])("%j is %j", (decoded, credentials) => {
  expect(splitCredentials(decoded)).toEqual(credentials);
});
