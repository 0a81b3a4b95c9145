import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arkParts, readArk } from "./ark.ts";
import { mintArk } from "./mint-ark.ts";

describe("readArk", () => {
  it.each([
    ["ark:/12345/xyz", "ark:/12345/xyz"],
    ["ark:12345/xyz", "ark:/12345/xyz"],
    ["ARK:/12345/XYZ", "ark:/12345/XYZ"],
    ["  ark:/12345/xyz\n", "ark:/12345/xyz"],
    ["https://n2t.net/ark:/12345/xyz", "ark:/12345/xyz"],
    ["http://example.org/some/path/ark:12345/xyz/c3/s5.v7.xsl", "ark:/12345/xyz/c3/s5.v7.xsl"],
    // The equivalent ARKs of the draft, section 3.1.
    ["ark:12345/x5-4-xz-321", "ark:/12345/x54xz321"],
    ["https://sneezy.dopey.com/ark:12345/x54--xz32-1", "ark:/12345/x54xz321"],
    ["ark:/B5060/x54\u2010xz", "ark:/b5060/x54xz"],
    ["ark:/12345/a%7db", "ark:/12345/a%7Db"],
    ["ark:/12345/xyz/", "ark:/12345/xyz"],
    ["ark:/12345/xyz./.", "ark:/12345/xyz"],
    ["ark:/12345//xyz//c", "ark:/12345/xyz/c"],
    ["ark:/1111/2222", "ark:/1111/2222"],
    ["ark:/12345/x///c/.", "ark:/12345/x/c"],
    ["ark:/1234567890123456/x", "ark:/1234567890123456/x"],
    [`ark:/12345/${"x".repeat(255)}`, `ark:/12345/${"x".repeat(255)}`],
  ])("reads %j as %s", (text, ark) => {
    expect(readArk(text)).toBe(ark);
  });

  it.each([
    "",
    "ark",
    "ark:",
    "ark:/",
    "ark:/12345",
    "ark:/12345/",
    "ark:/12345/-",
    "ark:/12345/./",
    "ark://12345/xyz",
    "ark/12345/xyz",
    "doi:10.5072/FK2",
    "12345/xyz",
    "xark:/12345/xyz",
    "see ark:/12345/xyz",
    "ftp://example.org/ark:/12345/xyz",
    "ark:/1234l/xyz",
    "ark:/l2345/xyz",
    "ark:/12 345/xyz",
    "ark:/12345678901234567/xyz",
    "ark:/12345/x y",
    "ark:/12345/xyz?info",
    "ark:/12345/xyz#top",
    "ark:/12345/xyz;",
    "ark:/12345/xyz,",
    "ark:/12345/<b>",
    "ark:/12345/x\0",
    "ark:/12345/x\ny",
    "ark:/12345/caf\u00e9",
    "ark:/12345/100%",
    "ark:/12345/%zz",
    "ark:/12345/x%7",
    "ark:/12345/x.v2/c3",
    `ark:/12345/${"x".repeat(256)}`,
  ])("refuses %j", (text) => {
    expect(() => readArk(text)).toThrow(expect.objectContaining({ code: "bad_identifier" }));
  });

  it("says what is wrong and does not repeat a long text", () => {
    expect(() => readArk("ark:/12345/x y")).toThrow(
      '"ark:/12345/x y" cannot be used as an ARK: its name has characters an ARK cannot have.',
    );
    expect(() => readArk("ark:/12345/-")).toThrow(/: it has no name\.$/);
    expect(() => readArk("x".repeat(100))).toThrow(`"${"x".repeat(100)}" cannot`);
    expect(() => readArk("x".repeat(5_000))).toThrow(`"${"x".repeat(99)}…" cannot`);
  });

  it("reads its own answers as they are", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9=~*+@_$./%-]{1,40}$/), (name) => {
        let ark: string;
        try {
          ark = readArk(`ark:/99999/${name}`);
        } catch {
          return;
        }
        expect(readArk(ark)).toBe(ark);
      }),
    );
  });

  it("leaves minted ARKs as they are", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 29n ** 9n }), (counter) => {
        const ark = mintArk({ naan: "99999", shoulder: "fk4" }, counter);
        expect(readArk(ark)).toBe(ark);
      }),
    );
  });
});

describe("arkParts", () => {
  it("parts authority and name", () => {
    expect(arkParts("ark:/12345/xyz/c3")).toEqual({ naan: "12345", name: "xyz/c3" });
    for (const text of ["ark:12345/xyz", "an ark:/12345/xyz", "ark:/12345/xyz\n"])
      expect(() => arkParts(text)).toThrow(expect.objectContaining({ code: "bad_identifier" }));
  });
});
