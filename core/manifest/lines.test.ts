import { expect, it } from "vitest";
import { LineReader } from "./lines.ts";

/** The lines after each chunk, and at the end; a line may have three characters. */
function read(...chunks: string[]) {
  const reader = new LineReader(3);
  return [...chunks.map((chunk) => reader.push(Buffer.from(chunk))), reader.end()];
}

it.each([
  [[], [[]]],
  [["a\n"], [["a"], []]],
  [["a"], [[], ["a"]]],
  [
    ["a\r", "\nb\n"],
    [["a"], ["b"], []],
  ],
  [
    ["a\r", "b\r"],
    [["a"], ["b"], []],
  ],
  [
    ["a\r", "", "\nb"],
    [["a"], [], [], ["b"]],
  ],
  [
    ["a\r\n", "\n"],
    [["a"], [""], []],
  ],
  [["a\n\r\rb\r\nc"], [["a", "", "", "b"], ["c"]]],
  [["\na\n"], [["", "a"], []]],
  [
    ["a\rb", "\nc\n"],
    [["a"], ["b", "c"], []],
  ],
  [
    ["\ufeffa\n", "\ufeffb\n"],
    [["\ufeffa"], ["\ufeffb"], []],
  ],
  [
    ["a\r\nb", "c\nd"],
    [["a"], ["bc"], ["d"]],
  ],
  [
    ["ab", "c\nabcd\nabc\n"],
    [[], ["abc", null, "abc"], []],
  ],
  [["abcd"], [[], [null]]],
  // three bytes a character: no longer held than so
  [
    ["語語", "語\n"],
    [[], ["語語語"], []],
  ],
  [
    ["123456789", "0", "1", "2\nab\n"],
    [[], [], [], [null, "ab"], []],
  ],
  [["1234567890"], [[], [null]]],
  [
    ["1234567890", "1\n", "ab"],
    [[], [null], [], ["ab"]],
  ],
])("%j are %j", (chunks, lines) => {
  expect(read(...chunks)).toEqual(lines);
});
