import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maskUrl } from "./mask-url.ts";
import { splitAddress } from "./split-address.ts";

describe("splitAddress", () => {
  it.each([
    ["https://h.example/a?page=2", "https://h.example/a?page=2", false],
    ["file:///srv/deposits/leaf.jpg", "file:///srv/deposits/leaf.jpg", false],
    ["https://user:5ecret@h.example/a", "https://***@h.example/a", true],
    [
      "https://b.s3.amazonaws.com/k?X-Amz-Signature=5ecret&x=1",
      "https://b.s3.amazonaws.com/k?X-Amz-Signature=***&x=1",
      true,
    ],
    [
      "https://h.example/a;jsessionid=5ecret/b#token=5ecret",
      "https://h.example/a;jsessionid=***/b#token=***",
      true,
    ],
  ])("parts %s", (url, clear, isSecret) => {
    expect(splitAddress(url)).toEqual({ clear, secret: isSecret ? url : null });
  });

  it("keeps the address letter for letter, and nothing secret in the clear part", () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9%!$'()*+,._~-]{1,12}$/).map((text) => `5ecret${text}`);
    const made = fc
      .tuple(fc.webUrl({ withQueryParameters: true }), word, fc.boolean())
      .map(([url, text, inside]) =>
        inside
          ? url.replace("://", () => `://me:${encodeURIComponent(text)}@`)
          : `${url}${url.includes("?") ? "&" : "?"}token=${text}`,
      );
    fc.assert(
      fc.property(made, (url) => {
        const { clear, secret } = splitAddress(url);
        expect(secret).toBe(url);
        expect(clear).not.toContain("5ecret");
        expect(maskUrl(clear)).toBe(clear);
      }),
    );
  });
});
