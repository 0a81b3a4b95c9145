import { describe, expect, it } from "vitest";
import { readFailure } from "./problem.model.ts";

describe("readFailure", () => {
  it("reads problem details", () => {
    const body = {
      type: "about:blank",
      title: "Unprocessable",
      status: 422,
      code: "manifest_invalid",
      detail: "The manifest has 2 problems.",
      who: "depositor",
      problems: [{ line: 7, code: "bad_url", message: "Line 7 has no address." }, { line: "x" }, null],
    };
    expect(readFailure(422, body)).toEqual({
      status: 422,
      code: "manifest_invalid",
      message: "The manifest has 2 problems.",
      who: "depositor",
      problems: [{ line: 7, code: "bad_url", message: "Line 7 has no address." }],
      retryAt: null,
    });
  });

  it.each([
    ["a page of a proxy", 502, "<html>", "http_502", /not running/],
    ["nothing", 429, undefined, "http_429", /Too many requests/],
    ["a list", 500, [], "http_500", /status 500/],
    ["empty fields", 401, { detail: "", code: 7 }, "http_401", /signed out/],
  ])("makes a sentence of %s", (_, status, body, code, message) => {
    const failure = readFailure(status, body);
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(message);
    expect(failure.problems).toEqual([]);
  });
});
