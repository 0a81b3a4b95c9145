import { describe, expect, it } from "vitest";
import { judgeInput } from "./judge-input.ts";

const OBJECT = {
  type: "object",
  properties: {
    who: { type: "string", minLength: 1 },
    at: { type: "object", properties: { day: { type: "integer" } } },
  },
  required: ["who"],
  additionalProperties: false,
};

describe("a task's input", () => {
  it.each<[unknown, unknown, readonly string[]]>([
    [OBJECT, { who: "Ada" }, []],
    [OBJECT, { who: "Ada", at: { day: 3 } }, []],
    [OBJECT, { who: "" }, ["who"]],
    [OBJECT, { at: { day: "x" } }, ["who", "at.day"]],
    [OBJECT, { who: "Ada", more: 1 }, ["input"]],
    [OBJECT, "Ada", ["input"]],
    [{ type: "null" }, null, []],
    // left to the worker
    [null, { who: 1 }, []],
    [{ $ref: "#/nowhere" }, { who: 1 }, []],
    ["no schema", { who: 1 }, []],
  ])("by %j, %j has problems at %j", (schema, input, codes) => {
    const problems = judgeInput(schema, input);
    expect(problems.map(({ code }) => code)).toEqual(codes);
    for (const { line, message } of problems)
      expect([line, message]).toEqual([0, expect.stringMatching(/\w/)]);
  });
});
