import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_OBJECT, JsonScanner, type Leaf, type LeafValue } from "./json-scanner.ts";
import { JsonWriter } from "./json-writer.ts";

function scan(pieces: readonly string[]): readonly Leaf[] {
  const scanner = new JsonScanner();
  return [...pieces.flatMap((piece) => [...scanner.push(piece)]), ...scanner.end()];
}

function write(leaves: readonly Leaf[]): string {
  const writer = new JsonWriter();
  return leaves.map((leaf) => writer.add(leaf)).join("") + writer.end();
}

/** A document from its leaves, built without the scanner. */
function leavesOf(value: unknown, path: readonly string[] = []): Leaf[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ path, value: value as LeafValue }];
  const entries = Object.entries(value);
  if (entries.length === 0) return [{ path, value: EMPTY_OBJECT }];
  return entries.flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

const scalar = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const document = fc.letrec((tie) => ({
  node: fc.oneof({ depthSize: "small" }, scalar, fc.array(scalar), tie("object")),
  object: fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    tie("node"),
  ),
})).object;

describe("JsonScanner", () => {
  it("gives the leaves in the order of the document", () => {
    expect(scan(['{"a": {"b": ["x", "y"], "c": {}}, "d": -1.5e3, "e": "\\u00e9\\"\\\\", "f": []}'])).toEqual([
      { path: ["a", "b"], value: ["x", "y"] },
      { path: ["a", "c"], value: EMPTY_OBJECT },
      { path: ["d"], value: -1500 },
      { path: ["e"], value: 'é"\\' },
      { path: ["f"], value: [] },
    ]);
  });

  it("gives the same leaves however the text is cut", () => {
    fc.assert(
      fc.property(document, fc.integer({ min: 1, max: 7 }), fc.boolean(), (value, length, isPretty) => {
        const text = JSON.stringify(value, null, isPretty ? 1 : 0);
        const pieces = Array.from({ length: Math.ceil(text.length / length) }, (_, at) =>
          text.slice(at * length, (at + 1) * length),
        );
        expect(scan(pieces)).toEqual(leavesOf(JSON.parse(text)));
      }),
    );
  });

  it.each([
    "",
    "{",
    "[]",
    "1",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1 "b":2}',
    '{"a":1}}',
    '{"a":1}{',
    '{"a":[1,]}',
    '{"a":[{}]}',
    '{"a":[[]]}',
    '{"a":01}',
    '{"a":tru}',
    '{"a":"\n"}',
    '{"a":"x',
    '{"a":[1',
    "{a:1}",
    "{'a':1}",
    '{"a":1]',
    '{"a":[1}',
    '{,"a":1}',
    '{"a":#}',
    '{"a":"\\x"}',
    '{"a":NaN}',
  ])("refuses %j", (text) => {
    expect(() => scan([text])).toThrow(SyntaxError);
  });
});

describe("JsonWriter", () => {
  it("writes what the scanner reads", () => {
    fc.assert(
      fc.property(document, (raw) => {
        const value: unknown = JSON.parse(JSON.stringify(raw));
        const leaves = leavesOf(value).filter(({ path }) => path.length > 0);
        expect(JSON.parse(write(leaves))).toEqual(value);
        expect(scan([write(leaves)])).toEqual(
          leaves.length === 0 ? [{ path: [], value: EMPTY_OBJECT }] : leaves,
        );
      }),
    );
  });

  it("puts every leaf on a line of its own", () => {
    const text = write([
      { path: ["a"], value: 1 },
      { path: ["b", "c"], value: ["x"] },
      { path: ["d"], value: EMPTY_OBJECT },
    ]);
    expect(text).toBe('{\n  "a": 1,\n  "b": {\n    "c": ["x"]\n  },\n  "d": {}\n}\n');
  });
});
