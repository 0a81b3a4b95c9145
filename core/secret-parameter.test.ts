import { expect, it } from "vitest";
import { isSecretParameter } from "./secret-parameter.ts";

it.each([
  "X-Amz-Signature",
  "X-Goog-Credential",
  "token",
  "access_token",
  "Sig",
  "pass%77ord",
  "api_key",
  "AWSAccessKeyId",
  "Key-Pair-Id",
  "jsessionid",
  "auth",
  "oauth",
  "Authorization",
  "code",
  "sort-key",
])("%s names a secret", (name) => {
  expect(isSecretParameter(name)).toBe(true);
});

it.each([
  "",
  "page",
  "author",
  "co-auth",
  "monolith",
  "max-ms",
  "postcode",
  "sidebar",
  "keyword",
  "v",
  "size",
  "response-content-type",
  "%zz",
])("%s names none", (name) => {
  expect(isSecretParameter(name)).toBe(false);
});
