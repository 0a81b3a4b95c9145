import { describe, expect, it } from "vitest";
import { whole } from "../../tests/whole-sentence.ts";
import { describeOf } from "../problem/catalogue.ts";
import { BAG_PROBLEMS, type BagReport } from "./problems.ts";
import { readTagLines } from "./tag-lines.ts";

/** The lines of these chunks, and what is reported, each as `line text` or `line code`. */
async function read(chunks: readonly (string | Uint8Array)[], encoding = "UTF-8", isStrict = true) {
  const [lines, found]: [string[], string[]] = [[], []];
  const bytes = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  };
  const declaration = { version: isStrict ? "1.0" : "0.97", isStrict, encoding };
  const report: BagReport = (line, code, ...facts) => {
    whole([describeOf(BAG_PROBLEMS, line, code, ...facts)]);
    found.push(`${line} ${code}`);
  };
  for await (const { line, text } of readTagLines("bag-info.txt", bytes(), declaration, report))
    lines.push(`${line} ${text}`);
  return { lines, found };
}

const MOST = 65_536;

describe("readTagLines", () => {
  it.each([
    [
      ["a\r", "\nb\n"],
      ["1 a", "2 b"],
    ],
    [
      ["a\r", "b\r"],
      ["1 a", "2 b"],
    ],
    [
      ["a\n \t\n", "\nb"],
      ["1 a", "4 b"],
    ],
    [["a", "b"], ["1 ab"]],
    [["a"], ["1 a"]],
    [["a\r\r\nb"], ["1 a", "3 b"]],
    [[], []],
  ])("of %j are %j", async (chunks, lines) => {
    expect(await read(chunks)).toEqual({ lines, found: [] });
  });

  it.each([
    ["UTF-8", true, ["1 bag_byte_order_mark"]],
    ["utf8", true, ["1 bag_byte_order_mark"]],
    ["unicode-1-1-utf-8", true, ["1 bag_byte_order_mark"]],
    ["UTF-8", false, ["1 bag_mark_ignored"]],
  ])("pass over the mark of %s, strict: %s, wherever a chunk ends", async (encoding, isStrict, found) => {
    const mark = Buffer.from("\ufeffa");
    const chunks = [mark.subarray(0, 1), mark.subarray(1, 2), mark.subarray(2)];
    expect(await read(chunks, encoding, isStrict)).toEqual({ lines: ["1 a"], found });
    expect((await read(["a\n", "\ufeffb"], encoding, isStrict)).lines).toEqual(["1 a", "2 \ufeffb"]);
  });

  it("of UTF-16 with a mark are read as it says", async () => {
    const little = Buffer.from("\ufeffa\n\u00fe", "utf16le");
    const big = Buffer.from(little).swap16();
    for (const bytes of [little, big])
      expect(await read([bytes.subarray(0, 1), bytes.subarray(1)], "utf-16")).toEqual({
        lines: ["1 a", "2 \u00fe"],
        found: [],
      });
    expect((await read([big], "UTF-16LE")).lines).not.toContain("1 a");
  });

  it("of UTF-16 without a mark are read with the smaller byte first", async () => {
    // one byte of a mark is none: FE 00 is þ, 21 FF is the wide letter Ａ
    for (const text of ["\u00fe", "\uff21"])
      expect((await read([Buffer.from(text, "utf16le")], "UTF-16")).lines).toEqual([`1 ${text}`]);
  });

  it("end where the bytes are in another encoding, with the line", async () => {
    expect(await read(["a\nb\n", new Uint8Array([0xe9, 0x0a]), "c\n"])).toEqual({
      lines: ["1 a", "2 b"],
      found: ["3 bag_encoding"],
    });
    expect((await read(["a\n", new Uint8Array([0xc3])])).found).toEqual(["2 bag_encoding"]);
    expect((await read([new Uint8Array([0xc3])])).found).toEqual(["1 bag_encoding"]);
  });

  it("end with the error of a disk that does not give them", async () => {
    const broken = async function* () {
      yield Buffer.from("a\n");
      throw new Error("EIO");
    };
    const declaration = { version: "1.0", isStrict: true, encoding: "UTF-8" };
    const lines = readTagLines("bag-info.txt", broken(), declaration, () => undefined);
    expect((await lines.next()).value).toEqual({ line: 1, text: "a" });
    await expect(lines.next()).rejects.toThrow("EIO");
  });

  it("have 65,536 characters at most", async () => {
    const long = "x".repeat(MOST);
    expect(await read([`a\n${long}\n`])).toEqual({ lines: ["1 a", `2 ${long}`], found: [] });
    expect(await read([`a\n${long}x\nb\n`])).toEqual({ lines: ["1 a"], found: ["2 bag_line_too_long"] });
    expect(await read(["a\n", long, "x", "y\n"])).toEqual({ lines: ["1 a"], found: ["2 bag_line_too_long"] });
    expect(await read(["a\n", long])).toEqual({ lines: ["1 a", `2 ${long}`], found: [] });
    expect(await read(["a\n", `${long}x`])).toEqual({ lines: ["1 a"], found: ["2 bag_line_too_long"] });
  });
});
