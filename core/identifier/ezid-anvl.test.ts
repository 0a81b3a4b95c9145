import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAnvl } from "../../tests/servers/fake-ezid/anvl.ts";
import { readEzidElements, readEzidStatusLine, writeEzidBody } from "./ezid-anvl.ts";

describe("writeEzidBody", () => {
  it.each([
    // the guide's own example
    ["_target", "http://www.cdlib.org/", "_target: http://www.cdlib.org/\n"],
    [
      "erc",
      "who: Proust, Marcel\nwhat: Remembrance of Things Past",
      "erc: who: Proust, Marcel%0Awhat: Remembrance of Things Past\n",
    ],
    ["what", "100% wool", "what: 100%25 wool\n"],
    ["what", "already %0A", "what: already %250A\n"],
    ["what", "a\r\nb", "what: a%0D%0Ab\n"],
    ["a:b%c\nd", "e: f", "a%3Ab%25c%0Ad: e: f\n"],
    ["what", "", "what: \n"],
    // EZID reads %C2%A0 as two characters, so these stay as they are
    ["what", "Zürich\u0085\u2028", "what: Zürich\u0085\u2028\n"],
  ])("%j with %j", (name, value, body) => {
    expect(writeEzidBody([[name, value]])).toBe(body);
  });

  it("is read back by EZID's own rules, whatever the values", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    const name = text.map((label) => `n${label}`.replace(/\s/g, "_"));
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, text), { selector: ([label]) => label }), (pairs) => {
        expect([...parseAnvl(writeEzidBody(pairs))]).toEqual(
          pairs.map(([label, value]) => [label, value.trim()]),
        );
      }),
    );
  });

  it("keeps a document inside a value apart from what surrounds it", () => {
    const inner = writeEzidBody([
      ["who", "A\n_status: public"],
      ["what", "50 %"],
    ]);
    const outer = parseAnvl(writeEzidBody([["erc", inner]]));
    expect([...outer.keys()]).toEqual(["erc"]);
    expect([...parseAnvl(outer.get("erc") ?? "")]).toEqual([
      ["who", "A\n_status: public"],
      ["what", "50 %"],
    ]);
  });
});

describe("readEzidElements", () => {
  it("reads what follows the status line, escapes undone", () => {
    const body =
      "success: ark:/99999/fk4x\n_target: http://x/\nerc: who: A%0Awhat: 5%25\na%3Ab: c\rx:y\r\nempty:\n: nameless\nodd\n";
    expect([...readEzidElements(body)]).toEqual([
      ["_target", "http://x/"],
      ["erc", "who: A\nwhat: 5%"],
      ["a:b", "c"],
      ["x", "y"],
      ["empty", ""],
    ]);
    expect([...readEzidElements("success: ark:/99999/fk4x")]).toEqual([]);
  });
});

describe("readEzidStatusLine", () => {
  it.each([
    ["success: ark:/99999/fk4cz3dh0", { outcome: "success", said: "ark:/99999/fk4cz3dh0" }],
    ["success: ark:/99999/fk4test\n_target: http://x/\n", { outcome: "success", said: "ark:/99999/fk4test" }],
    [
      "error: bad request - no such identifier",
      { outcome: "error", said: "bad request - no such identifier" },
    ],
    ["error: 100%25%0Aoff", { outcome: "error", said: "100%\noff" }],
    ["error:", { outcome: "error", said: "" }],
    ["<html>success: no</html>", undefined],
    ["Success: ark:/99999/fk4x", undefined],
    ["", undefined],
  ])("reads %j", (body, line) => {
    expect(readEzidStatusLine(body)).toEqual(line);
  });
});
