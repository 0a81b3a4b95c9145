import { describe, expect, it } from "vitest";
import { showText } from "./show-text.ts";

const BIDI = String.fromCodePoint(0x202e);

describe("showText", () => {
  it.each([
    ["plain text", "plain text"],
    ["me@home.txt", "me@home.txt"],
    ["a\0b\tc\nd", "a\ufffdb\ufffdc\ufffdd"],
    [`x${BIDI}y`, "x\ufffdy"],
    [
      "see https://u:p@h.example/ | https://u:p@i.example/?key=1",
      "see https://***@h.example/ | https://***@i.example/?key=***",
    ],
    ["https://u:p w@h.example/", "https://***@h.example/"],
    ["a".repeat(200), "a".repeat(200)],
    ["a".repeat(201), `${"a".repeat(200)}…`],
    [`${"a".repeat(199)}🌿b`, `${"a".repeat(199)}…`],
  ])("%j", (text, shown) => {
    expect(showText(text)).toBe(shown);
  });

  it("masks before it cuts", () => {
    expect(showText(`${"a".repeat(180)} https://user:secretsecretsecret@h.example/`)).not.toContain("sec");
  });
});
