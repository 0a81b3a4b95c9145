import { expect, it } from "vitest";
import { faultOf } from "./fault.ts";

it("says nothing when nothing went wrong", () => {
  expect(faultOf({ errorCode: null, errorMessage: "left over" })).toBeNull();
});

it("says who acts by the catalogue", () => {
  const problems = [{ line: 3, code: "size_missing", message: "Line 3 has no size." }];
  expect(faultOf({ errorCode: "source_not_found", errorMessage: "404", problems })).toEqual({
    code: "source_not_found",
    message: "404",
    who: "depositor",
    problems,
  });
  expect(faultOf({ errorCode: "working_storage_full", errorMessage: "full" })?.who).toBe("nobody");
});

it.each(["no_such_code", "toString", "__proto__"])(
  "leaves the unknown code %s to an operator",
  (errorCode) => {
    expect(faultOf({ errorCode, errorMessage: null })).toEqual({
      code: errorCode,
      message: "No further details.",
      who: "operator",
      problems: [],
    });
  },
);

it("takes damaged problems for none", () => {
  expect(faultOf({ errorCode: "internal", errorMessage: "x", problems: { line: 1 } })?.problems).toEqual([]);
});
