import { describe, expect, it } from "vitest";
import { VersionPlan } from "./version-plan.ts";

const A = "a".repeat(64);
const B = "b".repeat(64);
const C = "c".repeat(64);

describe("VersionPlan", () => {
  it("keeps equal bytes once and numbers new ones", () => {
    const plan = new VersionPlan(2, new Map([[A, "v1/content/0000/004"]]));
    expect(plan.add({ path: "old", sha256: A, size: 1 })).toMatchObject({
      isFirst: true,
      content: { isNew: false, contentPath: "v1/content/0000/004" },
    });
    expect(plan.add({ path: "new", sha256: B, size: 2 })).toMatchObject({
      isFirst: true,
      content: { isNew: true, contentPath: "v2/content/0000/000" },
    });
    expect(plan.add({ path: "copy", sha256: B, size: 2 })).toMatchObject({ isFirst: false });
    expect(plan.add({ path: "newer", sha256: C, size: 3 }).content.contentPath).toBe("v2/content/0000/001");
    expect([...plan.contents()].map(({ sha256, paths }) => [sha256, paths])).toEqual([
      [A, ["old"]],
      [B, ["new", "copy"]],
      [C, ["newer"]],
    ]);
    expect(plan.fileCount).toBe(4);
    expect([plan.has("copy", B), plan.has("copy", A), plan.has("none", B)]).toEqual([true, false, false]);
    expect(plan.has("none", "d".repeat(64))).toBe(false);
    expect(plan.contentPathOf(B)).toBe("v2/content/0000/000");
    expect(() => plan.contentPathOf("d".repeat(64))).toThrow(
      expect.objectContaining({ code: "storage_failed" }),
    );
  });

  it("knows every path of the same bytes, and files without any", () => {
    const plan = new VersionPlan(1, new Map());
    for (const path of ["a", "b/c", "b/d", "e"]) plan.add({ path, sha256: A, size: 0 });
    expect([...plan.contents()]).toEqual([
      {
        sha256: A,
        size: 0,
        contentPath: "v1/content/0000/000",
        isNew: true,
        paths: ["a", "b/c", "b/d", "e"],
      },
    ]);
    expect([plan.fileCount, plan.has("b/d", A), plan.has("e", A)]).toEqual([4, true, true]);
  });

  it.each([
    [
      [
        { path: "a", sha256: A, size: 1 },
        { path: "a", sha256: B, size: 1 },
      ],
      "its path occurs twice",
    ],
    [
      [
        { path: "a", sha256: A, size: 1 },
        { path: "a/b/c", sha256: B, size: 1 },
      ],
      "its path is that of a file and of a folder",
    ],
    [
      [
        { path: "a/b/c", sha256: A, size: 1 },
        { path: "a/b", sha256: B, size: 1 },
      ],
      "its path is that of a file and of a folder",
    ],
    [
      [
        { path: "a", sha256: A, size: 1 },
        { path: "b", sha256: A, size: 2 },
      ],
      "it is said to have 2 bytes, another file with the same digest 1",
    ],
    [[{ path: "a", sha256: A.toUpperCase(), size: 1 }], "it has no SHA-256 in lower-case hexadecimal"],
    [[{ path: "a", sha256: `a${A}`, size: 1 }], "it has no SHA-256 in lower-case hexadecimal"],
    [[{ path: "a", sha256: A, size: -1 }], "it has no size in bytes"],
    [[{ path: "a/", sha256: A, size: 1 }], "its path ends with a slash"],
  ])("refuses %j", (files, words) => {
    const plan = new VersionPlan(1, new Map());
    const addAll = () => files.map((file) => plan.add(file));
    expect(addAll).toThrow(
      expect.objectContaining({ code: "storage_failed", message: expect.stringContaining(words) }),
    );
  });
});
