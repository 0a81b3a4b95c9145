import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonText, readJsonDraft, skeletonOf } from "./json-draft.model.ts";

describe("JSON that somebody writes", () => {
  it.each([
    ["null", null],
    [' { "who": "Ada" } ', { who: "Ada" }],
    ["0", 0],
  ])("%j is read", (text, value) => {
    expect(readJsonDraft(text)).toEqual({ value });
  });

  it.each(["", "  ", "{who}", "undefined", "[1,]"])("%j has a fault that says why", (text) => {
    expect(readJsonDraft(text)).toEqual({
      fault: expect.stringMatching(/^(This is not JSON: .|Write a value)/),
    });
  });

  it("any value is what it was once it has been shown and read", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const kept = JSON.parse(JSON.stringify(value));
        expect(readJsonDraft(jsonText(kept))).toEqual({ value: kept });
      }),
    );
  });
});

describe("an input to begin with", () => {
  const property = (schema: object) => ({ type: "object", properties: { a: schema }, required: ["a"] });
  it.each<[object | null | boolean, unknown]>([
    [null, {}],
    [true, {}],
    [{ type: "object", properties: { a: { type: "string" } } }, {}],
    [property({ type: "string", minLength: 1 }), { a: "" }],
    [property({ type: "integer", default: 3 }), { a: 3 }],
    [property({ type: "number" }), { a: 0 }],
    [property({ enum: ["red", "blue"] }), { a: "red" }],
    [property({ const: 7 }), { a: 7 }],
    [property({ anyOf: [{ type: "boolean" }, { type: "null" }] }), { a: false }],
    [property({ type: "array", items: { type: "string" } }), { a: [] }],
    [property(property({ type: "null" })), { a: { a: null } }],
    [{ type: "object", required: ["unknown"] }, { unknown: {} }],
    [{ type: "string" }, ""],
  ])("of %j is %j", (schema, value) => {
    expect(skeletonOf(schema)).toEqual(value);
  });
});
