import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { containerBench } from "../../tests/containers/container-bench.ts";
import { makeTar, tarOf } from "../../tests/containers/make-container.ts";

const { list } = containerBench();

describe("a tar with", () => {
  it.each([
    ["symlink", "entry_link"],
    ["link", "entry_link"],
    ["character-device", "entry_special"],
    ["block-device", "entry_special"],
    ["fifo", "entry_special"],
  ] as const)("a %s is refused", async (type, code) => {
    const bytes = await makeTar([[{ name: "a", type, linkname: "/etc/passwd" }, undefined]]);
    expect((await list(bytes)).problems).toEqual([code]);
  });

  it.each([
    ["../a", "name_dots"],
    ["/etc/passwd", "name_absolute"],
    ["a/../../b", "name_dots"],
    ["a\nb", "name_control"],
  ])("the name %j is refused", async (name, code) => {
    expect((await list(await makeTar([[{ name }, "x"]]))).problems).toEqual([code]);
  });

  it("./ before its names, as tar writes them, is taken without it", async () => {
    const bytes = await makeTar([
      [{ name: "./", type: "directory" }, undefined],
      [{ name: "./a/", type: "directory" }, undefined],
      [{ name: "./a/b.txt" }, "x"],
    ]);
    expect(await list(bytes)).toEqual({ files: ["a/b.txt"], problems: [], warnings: [] });
  });

  it("long and foreign names has them whole", async () => {
    const name = `${"ordner-ü/".repeat(20)}ende.txt`;
    expect((await list(await makeTar([[{ name }, "x"]]))).files).toEqual([name]);
  });

  it("sparse files is refused", async () => {
    const bytes = await makeTar([[{ name: "a", pax: { "GNU.sparse.major": "1" } }, "x"]]);
    expect((await list(bytes)).problems).toEqual(["entry_sparse"]);
  });

  it.each([
    ["S", "entry_sparse"],
    ["M", "entry_continued"],
    ["Z", "entry_kind"],
  ])("an entry of GNU's kind %s is refused", async (type, code) => {
    expect((await list(withType(await tarOf({ a: "x", b: "y" }), 1024, type))).problems).toEqual([code]);
  });

  it("a sparse file whose map goes on in blocks of its own is named as one", async () => {
    const bytes = await tarOf({ a: "x", b: "y", c: "z" });
    bytes[1024 + 482] = 1;
    bytes.write("no header", 2048);
    expect((await list(withType(bytes, 1024, "S"))).problems).toEqual(["entry_sparse"]);
  });

  it("a volume label is taken without it, and says so", async () => {
    const bytes = withType(await tarOf({ "Backup of May": "", b: "y" }), 0, "V");
    expect(await list(bytes)).toEqual({ files: ["b"], problems: [], warnings: ["tar_label"] });
  });

  it("no blocks at its end was cut short, in a gzip too", async () => {
    const bytes = await tarOf({ a: "x", b: "y".repeat(512), zeros: new Uint8Array(2048) });
    const end = bytes.length - 1024;
    expect(await list(bytes.subarray(0, end))).toEqual({
      code: "container_invalid",
      files: [],
      problems: ["tar_no_end"],
    });
    expect(await list(gzipSync(bytes.subarray(0, end)))).toMatchObject({ problems: ["tar_no_end"] });
    // one of the two is enough to show that nothing is missing
    expect((await list(bytes.subarray(0, end + 512))).files).toEqual(["a", "b", "zeros"]);
  });

  it("the same name twice is refused", async () => {
    const bytes = await makeTar([
      [{ name: "a" }, "1"],
      [{ name: "a" }, "2"],
    ]);
    expect((await list(bytes)).problems).toEqual(["entry_twice"]);
  });

  it("a damaged header is refused", async () => {
    const bytes = await tarOf({ "a.txt": "x", "b.txt": "y" });
    bytes[1024 + 10] = 0x7a;
    expect(await list(bytes)).toMatchObject({ code: "container_invalid" });
  });

  it("a header larger than any honest one is refused", async () => {
    const bytes = await makeTar([[{ name: "a".repeat(150) }, "x"]]);
    // the pax header's size
    bytes.write("77777777777\0", 124);
    bytes.write("        ", 148);
    let sum = 0;
    for (const byte of bytes.subarray(0, 512)) sum += byte;
    bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    expect(await list(bytes)).toMatchObject({ code: "container_invalid" });
  });
});

/** A tar whose entry with its header at this offset has another kind, with the matching checksum. */
function withType(tar: Buffer, at: number, type: string): Buffer {
  tar.write(type, at + 156);
  tar.write("        ", at + 148);
  const sum = tar.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
  tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, at + 148);
  return tar;
}

describe("a gzip", () => {
  it("that is a bomb is stopped on the way", async () => {
    const bytes = gzipSync(await tarOf({ "zeros.bin": new Uint8Array(8_000_000) }));
    expect(await list(bytes)).toMatchObject({ code: "container_too_large" });
  });

  it("without a tar in it is not taken", async () => {
    expect(await list(gzipSync("just text, and no more than that"))).toMatchObject({
      code: "container_unsupported",
    });
    expect(await list(gzipSync("text".repeat(1000)))).toMatchObject({ code: "container_unsupported" });
  });

  it("in several members is read to its end", async () => {
    const tar = await tarOf({ "a.txt": "alpha", "b.txt": "beta" });
    const bytes = Buffer.concat([gzipSync(tar.subarray(0, 700)), gzipSync(tar.subarray(700))]);
    expect((await list(bytes)).files).toEqual(["a.txt", "b.txt"]);
  });
});

describe("the pax header of a name that is not ASCII", () => {
  const name = "caf\u00e9.txt";

  it("that is whole gives the name", async () => {
    expect(await list(await tarOf({ [name]: "x" }))).toEqual({ files: [name], problems: [], warnings: [] });
  });

  // the library ignored the record, and the file was stored under another name
  it.each([
    ["with another length", (record: string) => record.replace(/^\d/, "9")],
    ["without a length", (record: string) => `x${record.slice(1)}`],
    ["of zeros", (record: string) => "\0".repeat(record.length)],
    ["without a sign between key and value", (record: string) => record.replace("=", "-")],
  ])("%s refuses the tar", async (_, change) => {
    const bytes = await tarOf({ [name]: "x" });
    const from = bytes.indexOf(" path=") - 2;
    const record = bytes.toString("latin1", from, from + Number(bytes.toString("latin1", from, from + 2)));
    expect(record.endsWith(".txt\n")).toBe(true);
    bytes.write(change(record), from, "latin1");
    expect(await list(bytes)).toMatchObject({ code: "container_invalid", problems: ["tar_header"] });
  });
});

// an entry whose header was overwritten with zeros was lost silently
it("an empty block between two entries refuses the tar, as does a tar behind another", async () => {
  const bytes = await tarOf({ "a.txt": "", "b.txt": "", "c.txt": "" });
  bytes.fill(0, 512, 1_024);
  expect(await list(bytes)).toMatchObject({ code: "container_invalid", problems: ["tar_header"] });
  const two = Buffer.concat([await tarOf({ "a.txt": "x" }), await tarOf({ "b.txt": "y" })]);
  expect(await list(two)).toMatchObject({ code: "container_invalid", problems: ["tar_header"] });
});

it("a tar that is cut off after the pax header of its next entry is refused", async () => {
  const bytes = await tarOf({ "a.txt": "x", "caf\u00e9.txt": "y" });
  const record = bytes.indexOf(" path=");
  const cut = bytes.subarray(0, Math.ceil(record / 512) * 512);
  expect(await list(cut)).toMatchObject({ code: "container_invalid", problems: ["tar_no_end"] });
});
