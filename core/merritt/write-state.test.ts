import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Element, isXmlCharacter, parseXml } from "../../tests/merritt/parse-xml.ts";
import { type MerrittState, merrittState, merrittTime } from "./state.ts";
import { writeState } from "./write-state.ts";

const STATE = merrittState("bat", "batchState", {
  batchID: "bid-1",
  batchStatus: "QUEUED",
  completionDate: null,
  packageName: `a<b>&"c'.tif`,
  jobStates: [
    { jobID: "jid-1", versionID: 1 },
    { jobID: "jid-2", versionID: null },
  ],
});

describe("writeState", () => {
  it("writes XML with one namespace and a repeated element for a list", () => {
    expect(writeState(STATE, "xml")).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<bat:batchState xmlns:bat="http://uc3.cdlib.org/ontology/mrt/ingest/batch">
  <bat:batchID>bid-1</bat:batchID>
  <bat:batchStatus>QUEUED</bat:batchStatus>
  <bat:packageName>a&lt;b&gt;&amp;&quot;c&apos;.tif</bat:packageName>
  <bat:jobStates>
    <bat:jobID>jid-1</bat:jobID>
    <bat:versionID>1</bat:versionID>
  </bat:jobStates>
  <bat:jobStates>
    <bat:jobID>jid-2</bat:jobID>
  </bat:jobStates>
</bat:batchState>
`,
    );
  });

  it("writes JSON with the namespace beside the pieces, and lists as lists", () => {
    expect(JSON.parse(writeState(STATE, "json"))).toEqual({
      "bat:batchState": {
        "xmlns:bat": "http://uc3.cdlib.org/ontology/mrt/ingest/batch",
        "bat:batchID": "bid-1",
        "bat:batchStatus": "QUEUED",
        "bat:packageName": `a<b>&"c'.tif`,
        "bat:jobStates": [{ "bat:jobID": "jid-1", "bat:versionID": 1 }, { "bat:jobID": "jid-2" }],
      },
    });
  });

  it("writes an empty list and empty pieces as an empty element, or an empty list and object", () => {
    const empty = merrittState("que", "queueState", { list: [], none: {}, text: "" });
    expect(writeState(empty, "xml")).toContain(
      "\n  <que:list/>\n  <que:none/>\n  <que:text></que:text>\n</que:queueState>",
    );
    expect(JSON.parse(writeState(empty, "json"))).toEqual({
      "que:queueState": {
        "xmlns:que": "http://uc3.cdlib.org/ontology/mrt/ingest/queue",
        "que:list": [],
        "que:none": {},
        "que:text": "",
      },
    });
  });

  it("writes times in whole seconds with an offset", () => {
    expect(merrittTime(new Date("2026-01-31T14:32:05.999Z"))).toBe("2026-01-31T14:32:05+00:00");
  });
});

type Tree = { readonly name: string; readonly value: string | readonly Tree[] };

const name = fc.stringMatching(/^[a-z][A-Za-z]{0,8}$/);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name,
    value: fc.oneof(
      { depthSize: "small" },
      fc.string({ unit: "binary" }),
      fc.uniqueArray(tie("tree"), { selector: (one) => one.name, minLength: 1, maxLength: 4 }),
    ),
  }),
}));

/** What XML can say of a text: without the characters it forbids. */
const sayable = (text: string) => [...text].filter(isXmlCharacter).join("");

const piecesOf = ({ name: key, value }: Tree): MerrittState["pieces"] => ({
  [key]: typeof value === "string" ? value : Object.assign({}, ...value.map(piecesOf)),
});
const expected = ({ name: key, value }: Tree): Element => ({
  name: `exc:${key}`,
  attributes: {},
  text: typeof value === "string" ? sayable(value) : "",
  children: typeof value === "string" ? [] : value.map(expected),
});

describe("whatever a depositor writes", () => {
  it("comes back out of the XML", () => {
    fc.assert(
      fc.property(tree, (one) => {
        const root = parseXml(writeState(merrittState("exc", "x", piecesOf(one)), "xml"));
        expect(root.attributes).toEqual({ "xmlns:exc": "http://uc3.cdlib.org/ontology/mrt/core/exc" });
        expect(root.children).toEqual([expected(one)]);
      }),
      { numRuns: 500 },
    );
  });
});
