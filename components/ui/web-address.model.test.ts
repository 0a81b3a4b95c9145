import { describe, expect, it } from "vitest";
import { linkable } from "./web-address.model.ts";

describe("linkable", () => {
  it.each([
    ["https://example.org/a b", "https://example.org/a%20b"],
    ["HTTP://EXAMPLE.org", "http://example.org/"],
    ["javascript:alert(1)", null],
    [" javascript:alert(1)", null],
    ["data:text/html,x", null],
    ["file:///etc/passwd", null],
    ["ftp://example.org/a", null],
    ["https://user:secret@example.org/", null],
    ["//example.org/a", null],
    ["/batches", null],
    ["", null],
  ])("%j gives %j", (address, link) => {
    expect(linkable(address)).toBe(link);
  });
});
