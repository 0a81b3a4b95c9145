import { readFile } from "node:fs/promises";
import path from "node:path";
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { containerBench } from "../../tests/containers/container-bench.ts";
import { makeZip } from "../../tests/containers/make-container.ts";
import { rawZip } from "../../tests/containers/raw-zip.ts";

const { list, unpack } = containerBench();

/** Hostile or odd zips and their messages, each worked out from docs/reference/containers.md. */
const ZIPS: readonly (readonly [string, () => Buffer, readonly string[]])[] = [
  ["a name that leaves the folder", () => rawZip([{ name: "../../etc/passwd", data: "x" }]), ["name_dots"]],
  ["an absolute name", () => rawZip([{ name: "/etc/passwd", data: "x" }]), ["name_absolute"]],
  ["a drive", () => rawZip([{ name: "C:/boot.ini", data: "x" }]), ["name_absolute"]],
  ["backslashes", () => rawZip([{ name: "..\\..\\boot.ini", data: "x" }]), ["name_backslash"]],
  ["a share", () => rawZip([{ name: "\\\\host\\share\\a", data: "x" }]), ["name_backslash"]],
  ["NUL in a name", () => rawZip([{ name: "a.txt\0.exe", data: "x" }]), ["name_control"]],
  ["a line end in a name", () => rawZip([{ name: "a\r\nb", data: "x" }]), ["name_control"]],
  ["a folder that leaves", () => rawZip([{ name: "../x/" }, { name: "a", data: "x" }]), ["name_dots"]],
  ["a long name", () => rawZip([{ name: "x".repeat(256), data: "x" }]), ["name_part_too_long"]],
  ["an empty name", () => rawZip([{ name: "", data: "x" }]), ["name_empty_part"]],
  [
    "the same name twice",
    () =>
      rawZip([
        { name: "a", data: "1" },
        { name: "a", data: "2" },
      ]),
    ["entry_twice"],
  ],
  [
    "names equal after NFC",
    () =>
      rawZip([
        { name: "\u00e9", data: "1" },
        { name: "e\u0301", data: "2" },
      ]),
    ["entry_twice"],
  ],
  [
    "a file that is a folder too",
    () =>
      rawZip([
        { name: "a", data: "1" },
        { name: "a/b", data: "2" },
      ]),
    ["entry_file_and_folder"],
  ],
  [
    "a folder entry that is a file too",
    () => rawZip([{ name: "a/" }, { name: "a", data: "2" }]),
    ["entry_file_and_folder"],
  ],
  ["a symbolic link", () => rawZip([{ name: "a", data: "/etc/passwd", mode: 0o120777 }]), ["entry_link"]],
  ["a device", () => rawZip([{ name: "a", mode: 0o020666 }]), ["entry_special"]],
  ["a pipe", () => rawZip([{ name: "a", mode: 0o010666 }]), ["entry_special"]],
  ["another local name", () => rawZip([{ name: "a", localName: "b", data: "x" }]), ["entry_header_differs"]],
  ["a password", () => rawZip([{ name: "a", data: "x", flags: 1 }]), ["entry_encrypted"]],
  ["bzip2 inside", () => rawZip([{ name: "a", data: "x", method: 12 }]), ["entry_method"]],
  [
    "a folder with bytes",
    () =>
      rawZip([
        { name: "a/", data: "x" },
        { name: "b", data: "" },
      ]),
    ["entry_folder_with_data"],
  ],
  [
    "entries that share bytes",
    () =>
      rawZip(
        [
          { name: "a", data: "x" },
          { name: "a", data: "x" },
        ].map((entry) => ({ ...entry, offset: 0 })),
      ),
    ["entry_twice", "entry_overlap"],
  ],
  ["a bomb", () => rawZip([{ name: "a", data: new Uint8Array(20_000_000) }]), ["entry_ratio"]],
  ["no entries", () => rawZip([]), ["no_files"]],
  ["only folders", () => rawZip([{ name: "a/" }]), ["no_files"]],
  [
    "a name in an old character set",
    () => rawZip([{ name: Buffer.from([0x63, 0x82, 0x2e, 0x74]), data: "x" }]),
    ["entry_name_encoding"],
  ],
  [
    "a name that is not the UTF-8 it claims to be",
    () => rawZip([{ name: Buffer.from([0xe9, 0x2e, 0x74]), flags: 0x800, data: "x" }]),
    ["entry_name_marked"],
  ],
  [
    "several things at once",
    () =>
      rawZip([
        { name: "../a", data: "x" },
        { name: "b", data: "x", mode: 0o120777 },
        { name: "c", data: "x", flags: 1 },
      ]),
    ["name_dots", "entry_link", "entry_encrypted"],
  ],
];

describe("a zip with", () => {
  it.each(ZIPS)("%s is refused", async (_, make, problems) => {
    expect((await list(make())).problems).toEqual(problems);
  });

  it("parts on several disks is not taken", async () => {
    expect(await list(rawZip([{ name: "a" }], { disk: 3 }))).toMatchObject({ code: "container_unsupported" });
  });

  it("folders that DOS's attribute alone says are ones is taken", async () => {
    const folder = { name: "def", dos: 0x10 };
    expect(await list(rawZip([folder, { name: "def/foo", data: "x", dos: 0x20 }]))).toEqual({
      files: ["def/foo"],
      problems: [],
      warnings: [],
    });
    // with bytes it is a file, whatever its attribute says
    expect((await list(rawZip([{ ...folder, data: "x" }]))).files).toEqual(["def"]);
  });

  it("case twins is taken with a warning", async () => {
    expect(
      await list(
        rawZip([
          { name: "a", data: "1" },
          { name: "A", data: "2" },
        ]),
      ),
    ).toEqual({
      files: ["a", "A"],
      problems: [],
      warnings: ["entry_case_twin"],
    });
  });

  it("a second name in UTF-8 has that one", async () => {
    const name = Buffer.from([0x63, 0x82]);
    const second = Buffer.from("cé");
    const extra = Buffer.alloc(9 + second.length);
    extra.writeUInt16LE(0x7075, 0);
    extra.writeUInt16LE(5 + second.length, 2);
    extra[4] = 1;
    extra.writeUInt32LE(crc32(name), 5);
    second.copy(extra, 9);
    expect((await list(rawZip([{ name, data: "x", extra }]))).files).toEqual(["cé"]);
  });

  it("more than there is room for is too large", async () => {
    const bytes = rawZip([
      { name: "a", data: "x".repeat(600) },
      { name: "b", data: "x".repeat(600) },
    ]);
    expect((await list(bytes, 1000)).problems).toEqual(["too_many_bytes"]);
  });

  it("what macOS adds is kept as it is", async () => {
    const bytes = await makeZip({ "a.txt": "x", "__MACOSX/._a.txt": "y", ".DS_Store": "z" });
    expect((await list(bytes)).files).toEqual(["a.txt", "__MACOSX/._a.txt", ".DS_Store"]);
  });

  it("containers in it is not opened further", async () => {
    const { to, unpacked } = await unpack(await makeZip({ "inner.zip": await makeZip({ "a.txt": "x" }) }));
    expect(unpacked).toHaveLength(1);
    expect((await readFile(path.join(to, "1"))).subarray(0, 2).toString()).toBe("PK");
  });
});
