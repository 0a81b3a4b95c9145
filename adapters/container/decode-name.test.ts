import { describe, expect, it } from "vitest";
import { containerBench, ROOM } from "../../tests/containers/container-bench.ts";
import { makeTar } from "../../tests/containers/make-container.ts";
import { rawZip } from "../../tests/containers/raw-zip.ts";
import { decodeName } from "./decode-name.ts";

const { list } = containerBench();

/** Bytes as programs of the time wrote them. Source: the tables at encoding.spec.whatwg.org, and IBM's code page 437. */
const NAMES = [
  ["gbk", "\u5317\u4eac.txt", [0xb1, 0xb1, 0xbe, 0xa9]],
  ["windows-1251", "\u041a\u0430\u0440\u0442\u0430.txt", [0xca, 0xe0, 0xf0, 0xf2, 0xe0]],
  ["koi8-r", "\u041a\u0430\u0440\u0442\u0430.txt", [0xeb, 0xc1, 0xd2, 0xd4, 0xc1]],
  ["cp437", "Gr\u00fc\u00dfe.txt", [0x47, 0x72, 0x81, 0xe1, 0x65]],
  ["cp932", "\u5730\u56f3.txt", [0x92, 0x6e, 0x90, 0x7d]],
  ["cp949", "\uc9c0\ub3c4.txt", [0xc1, 0xf6, 0xb5, 0xb5]],
  ["windows-1252", "caf\u00e9.txt", [0x63, 0x61, 0x66, 0xe9]],
] as const;
const bytesOf = (start: readonly number[]) => Buffer.from([...start, ...Buffer.from(".txt")]);
const ask = (bytes: Uint8Array, encoding?: (typeof NAMES)[number][0]) =>
  decodeName(bytes, { isMarked: false, encoding });

describe.each(NAMES)("a name in %s", (encoding, name, start) => {
  const bytes = bytesOf(start);

  it("is read as the deposit says, in a zip and in a tar", async () => {
    expect(ask(bytes, encoding)).toEqual({ name });
    expect((await list(rawZip([{ name: bytes, data: "x" }]), ROOM, encoding)).files).toEqual([name]);
    // tar-stream writes names in UTF-8, so the header's name and checksum are patched
    const tar = await makeTar([[{ name: "x".repeat(bytes.length) }, "x"]]);
    bytes.copy(tar, 0);
    tar.write("        ", 148);
    const sum = tar.subarray(0, 512).reduce((total, byte) => total + byte, 0);
    tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    expect((await list(tar, ROOM, encoding)).files).toEqual([name]);
    expect((await list(tar)).problems).toEqual(["entry_name_encoding"]);
  });

  it("is refused where nobody says, with what it may read and the word for the field", async () => {
    const { fault, readings } = ask(bytes);
    expect(fault).toBe("entry_name_encoding");
    expect(readings?.()).toContain(`"${name}" in ${encoding}`);
    expect(readings?.().match(/ in /g)).toHaveLength(2);
    expect((await list(rawZip([{ name: bytes, data: "x" }]))).problems).toEqual(["entry_name_encoding"]);
  });
});

describe("decodeName", () => {
  it("takes UTF-8 before what the deposit says", () => {
    expect(ask(Buffer.from("caf\u00e9"), "gbk")).toEqual({ name: "caf\u00e9" });
  });

  it.each([
    ["a byte that means nothing there", [0x81], "windows-1252"],
    ["half a character", [0x61, 0xb1], "gbk"],
  ] as const)("refuses %s", (_, start, encoding) => {
    expect(decodeName(Buffer.from(start), { isMarked: false, encoding })).toMatchObject({
      fault: "entry_name_other_encoding",
    });
  });

  it("takes nobody's word for a name that is marked as UTF-8", () => {
    expect(decodeName(Buffer.from([0xe9]), { isMarked: true, encoding: "windows-1252" })).toMatchObject({
      fault: "entry_name_marked",
    });
  });

  it("is not held by a name of 65,535 bytes", () => {
    const began = performance.now();
    ask(Buffer.alloc(65_535, 0xb1)).readings?.();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
