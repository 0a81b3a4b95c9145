import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CarriedFiles } from "./carried-files.ts";

const carried = (deleted: readonly string[], added: readonly string[]) => {
  const files = new CarriedFiles(deleted.map((path, at) => ({ path, line: at + 1 })));
  for (const path of added) files.add(path);
  return files;
};

describe("CarriedFiles", () => {
  it("keeps what is neither deleted nor replaced", () => {
    const files = carried(["producer/b", "producer/none"], ["producer/a", "producer/d/e"]);
    expect(
      ["producer/a", "producer/b", "producer/c", "producer/d/f"].map((path) => files.keeps(path)),
    ).toEqual([false, false, true, true]);
    expect(files.unfound()).toEqual([{ path: "producer/none", line: 2 }]);
  });

  it("takes a deletion as done also where the deposit brings the file again", () => {
    const files = carried(["producer/a"], ["producer/a"]);
    expect(files.keeps("producer/a")).toBe(false);
    expect(files.unfound()).toEqual([]);
  });

  it.each([
    ["producer/a", "producer/a/b/c"],
    ["producer/a/b/c", "producer/a"],
    ["producer/e\u0301/b", "producer/\u00e9"],
  ])("refuses to keep %s beside a new %s", (kept, added) => {
    expect(() => carried([], [added]).keeps(kept)).toThrow(expect.objectContaining({ code: "name_refused" }));
    expect(carried([kept], [added]).keeps(kept)).toBe(false);
  });

  it("keeps exactly the set difference, for any paths without folders", () => {
    const paths = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
    fc.assert(
      fc.property(paths, paths, paths, (before, deleted, added) => {
        const files = carried(deleted, added);
        expect(before.filter((path) => files.keeps(path))).toEqual(
          before.filter((path) => !deleted.includes(path) && !added.includes(path)),
        );
        expect(files.unfound().map(({ path }) => path)).toEqual(
          deleted.filter((path) => !before.includes(path)),
        );
      }),
    );
  });
});
