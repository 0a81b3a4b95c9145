import { describe, expect, it } from "vitest";
import { readDeleteList, unfoundFault } from "./delete-list.ts";

describe("readDeleteList", () => {
  it("reads one path a line, with and without producer/", () => {
    expect(readDeleteList("a.txt\r\n\n  \nproducer/sub/b c.txt\rlast ")).toEqual([
      { path: "producer/a.txt", line: 1 },
      { path: "producer/sub/b c.txt", line: 4 },
      { path: "producer/last ", line: 5 },
    ]);
    expect(readDeleteList("")).toEqual([]);
  });

  it.each(["/etc/passwd", "../a", "a/../b", "./a", "a//b", "a/", "a\0b", "producer/", "producer/../../x"])(
    "refuses %j",
    (path) => {
      expect(() => readDeleteList(`fine\n${path}\nfine too\n..`)).toThrow(
        expect.objectContaining({
          code: "delete_list_invalid",
          message: expect.stringMatching(/^mrt-delete\.txt, line 2: .* 1 more line has problems too\.$/),
          problems: [
            { line: 2, code: "path_refused", message: expect.any(String) },
            { line: 4, code: "path_refused", message: expect.any(String) },
          ],
        }),
      );
    },
  );
});

it("says what is wrong with a path as it is written", () => {
  expect(() => readDeleteList("/etc")).toThrow(
    'mrt-delete.txt, line 1: The path "/etc" begins with a slash. Write it from the top folder of the object.',
  );
});

it("counts every line that is no path, and names a thousand of them", () => {
  expect(() => readDeleteList("..\n".repeat(1_001))).toThrow(
    expect.objectContaining({
      message: expect.stringMatching(/ 1000 more lines have problems too\.$/),
      problems: expect.objectContaining({ length: 1_000 }),
    }),
  );
});

it("unfoundFault names each path, and at most a thousand", () => {
  const many = Array.from({ length: 1_500 }, (_, at) => ({ path: `producer/${at}`, line: at + 1 }));
  const fault = unfoundFault(many, 3);
  expect(fault.message).toBe(
    'mrt-delete.txt, line 1: "producer/0" cannot be deleted. Version 3 has no such file. 1499 more lines have problems too.',
  );
  expect(fault.problems).toHaveLength(1_000);
  expect(unfoundFault([{ path: "producer/a", line: 2 }], 0).message).toBe(
    'mrt-delete.txt, line 2: "producer/a" cannot be deleted. The object is new and has no files yet.',
  );
});
