import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NameSet } from "./name-set.ts";

function addAll(names: readonly string[], maxFolders?: number): string[] {
  const set = new NameSet(maxFolders);
  const found: string[] = [];
  for (const [index, name] of names.entries()) {
    set.add(name, index + 1, (code, ...facts) => {
      const other: Readonly<Record<string, string | number>> = facts[0] ?? {};
      found.push(`${index + 1} ${code} ${other.other ?? other.most}`);
    });
  }
  return found;
}

describe("NameSet", () => {
  it.each([
    [["a", "b", "a"], ["3 name_twice 1"]],
    [
      ["a", "a", "a"],
      ["2 name_twice 1", "3 name_twice 1"],
    ],
    [["caf\u00e9", "cafe\u0301"], ["2 name_twice 1"]],
    [["a", "a/b"], ["2 name_file_and_folder 1"]],
    [["a/b", "a"], ["2 name_file_and_folder 1"]],
    [["a/b/c/d", "a/b/c"], ["2 name_file_and_folder 1"]],
    [["a/b", "a/b/c/d"], ["2 name_file_and_folder 1"]],
    [["a", "a-b", "ab/c", "a.b/c"], []],
    [["a/x", "b/x"], []],
    [["a/b", "ab"], []],
    [["Note.txt", "note.TXT"], ["2 name_case_twin 1"]],
    [
      ["Note.txt", "note.txt", "NOTE.txt", "note.txt"],
      ["2 name_case_twin 1", "3 name_case_twin 1", "4 name_twice 2"],
    ],
    [["É", "e\u0301"], ["2 name_case_twin 1"]],
    [["straße", "STRASSE"], []],
  ])("%j", (names, found) => {
    expect(addAll(names)).toEqual(found);
  });

  it("says once that there are too many folders", () => {
    expect(addAll(["a/1", "b/1", "a/2", "c/1", "d/1", "x"], 2)).toEqual(["4 too_many_folders 2"]);
    expect(addAll(["a/1", "b/1", "b/2"], 2)).toEqual([]);
    // one folder too many is not kept
    expect(addAll(["a/1", "b/1", "c/1", "c"], 2)).toEqual(["3 too_many_folders 2"]);
  });

  it("mistakes none of 181,000 names for another", () => {
    // with either half of the hashes alone, two of these are the same
    expect(addAll(Array.from({ length: 181_000 }, (_, place) => `f${place}`))).toEqual([]);
  });

  it("names the folder that is a file", () => {
    const set = new NameSet();
    const found: unknown[] = [];
    for (const [at, name] of ["a/b", "a/b/c/d"].entries())
      set.add(name, at + 1, (_, ...facts) => found.push(...facts));
    expect(found).toEqual([{ name: "a/b", other: 1 }]);
  });

  it("finds the same as a plain search", () => {
    const part = fc.constantFrom("a", "A", "b", "\u00e9", "e\u0301", "ab");
    const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), (names) => {
        const kept: string[] = [];
        let twice = 0;
        for (const key of names.map((each) => each.normalize("NFC"))) {
          if (kept.includes(key)) twice += 1;
          else if (!kept.some((other) => other.startsWith(`${key}/`))) kept.push(key);
        }
        expect(addAll(names).filter((line) => line.includes("name_twice"))).toHaveLength(twice);
      }),
    );
  });
});
