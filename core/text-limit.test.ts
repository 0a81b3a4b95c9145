import { expect, it } from "vitest";
import { tooLong, tooLongCode } from "./text-limit.ts";

it.each([
  ["title", "title_too_long"],
  ["dcTitle", "dc_title_too_long"],
  ["DC.title", "dc_title_too_long"],
  ["dc: title", "dc_title_too_long"],
  ["settings.ezidTarget", "settings_ezid_target_too_long"],
  ["x".repeat(70), `${"x".repeat(60)}_too_long`],
])("the code of %s names it", (field, code) => {
  expect(tooLongCode(field)).toBe(code);
});

it("the sentence tells the limit, and how long the text is where that is known", () => {
  expect(tooLong("title", 3_500, 62_000)).toEqual({
    code: "title_too_long",
    message: "title has 62,000 characters; it may have 3,500 characters at most. Shorten it.",
  });
  expect(tooLong("reason", 500).message).toBe(
    "reason is longer than 500 characters, the most it may have. Shorten it.",
  );
  expect(tooLong("x".repeat(61), 500).message).toMatch(/^x{60} is longer/);
});
