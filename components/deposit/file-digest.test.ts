import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256Of } from "./file-digest.ts";

const going = new AbortController().signal;

describe("sha256Of", () => {
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ])("of %j as in FIPS 180-2", async (text, digest) => {
    expect(await sha256Of(new Blob([text]), going, () => undefined)).toBe(digest);
  });

  it("of several chunks", async () => {
    const bytes = new Uint8Array(700_001).map((_, at) => at % 251);
    const expected = createHash("sha256").update(bytes).digest("hex");
    expect(await sha256Of(new Blob([bytes]), going, () => undefined)).toBe(expected);
  });

  it("stops when it is no longer wanted", async () => {
    const stopped = AbortSignal.abort(new Error("removed"));
    await expect(sha256Of(new Blob(["abc"]), stopped, () => undefined)).rejects.toThrow("removed");
  });
});
