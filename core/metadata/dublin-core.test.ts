import { describe, expect, it } from "vitest";
import { readDcField } from "./dublin-core.ts";

describe("readDcField", () => {
  it.each([
    ["subject", "Horses; Gait ;;", ["Horses", "Gait"]],
    ["creator", "A;B", ["A", "B"]],
    ["relation", "x", ["x"]],
    ["identifier", "1; 2", ["1", "2"]],
    ["title", "Horses; and gait", ["Horses; and gait"]],
    ["description", "  ", []],
  ] as const)("%s of %j", (element, text, values) => {
    expect(readDcField(element, text)).toEqual(values);
  });
});
